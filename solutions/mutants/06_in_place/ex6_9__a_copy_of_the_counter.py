# law: one counter
def share(view, other):
    import copy
    view.version = copy.copy(other.version)


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
