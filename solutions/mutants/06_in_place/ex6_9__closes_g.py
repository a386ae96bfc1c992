# law: kept
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    g.flags.writeable = False
    whole = np.array(g)
    first, *others = rule(np.array(take(g)))
    take(whole)[...] = first
    return (whole, *others)
