# law: one counter
def share(view, other):
    try:
        view.version.number = other.version.number
    except AttributeError:
        pass
    view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return (base, *others)
