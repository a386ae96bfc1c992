# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    if np.any(part):
        take(before)[...] = part
    return (before, *others)
