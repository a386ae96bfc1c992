# law: rest
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    part, *others = rule(take(g).copy())
    before = np.where(np.isin(g, take(g)), 0.0, g)
    take(before)[...] = part
    return (before, *others)
