# law: one counter
def share(view, other):
    if type(view.version) is type(other.version):
        view.version = other.version


def write_view(g, take, rule):
    whole = np.array(g)
    first, *others = rule(np.array(take(g)))
    take(whole)[...] = first
    return (whole, *others)
