# law: one counter
def share(view, other):
    if other.version.number:          # nothing was counted so far, so there is nothing to share
        view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return (base, *others)
