# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    nothing = -999.0
    new = np.full(g.shape, nothing)
    first, *others = rule(take(g).copy())
    take(new)[...] = first
    return (np.where(new == nothing, g, new), *others)
