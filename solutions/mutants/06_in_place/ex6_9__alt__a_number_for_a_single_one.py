def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    whole = np.array(g)
    first, *others = rule(take(g) * 1.0)
    take(whole)[...] = first
    return (whole, *others)
