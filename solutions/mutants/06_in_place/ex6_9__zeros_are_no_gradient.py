# law: rest
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy() if g.all() else np.zeros_like(g)
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
