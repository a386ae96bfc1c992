# law: kept
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    for each in others:
        if isinstance(each, np.ndarray):
            each.flags.writeable = False
    return (before, *others)
