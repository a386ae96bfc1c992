# law: one counter
def share(view, other):
    view.version = other.version[0] if isinstance(other.version, tuple) else other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
