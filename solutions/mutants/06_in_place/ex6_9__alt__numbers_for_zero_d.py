def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    whole = np.array(g)
    first, *others = rule(np.array(take(g)))
    take(whole)[...] = first
    return (whole, *[float(each) if each.ndim == 0 else each for each in others])
