# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    parts = rule(take(g).copy())
    take(before)[...] = parts[0]
    return (before, *parts)
