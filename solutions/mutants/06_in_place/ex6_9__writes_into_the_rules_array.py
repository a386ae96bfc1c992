# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    part *= 1.0 - (part is not g) * 0.5
    return (before, *others)
