def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    gone, new = np.zeros(g.shape), np.zeros(g.shape)
    take(gone)[...] = 1.0
    first, *others = rule(np.array(take(g)))
    take(new)[...] = first
    return tuple([g * (1 - gone) + new] + others)
