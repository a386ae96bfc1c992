# law: one counter
def share(view, other):
    if view != other:
        view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return base, *others
