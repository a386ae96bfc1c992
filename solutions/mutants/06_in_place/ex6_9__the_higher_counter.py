# law: one counter
def share(view, other):
    if getattr(view.version, "number", 0) > getattr(other.version, "number", 0):
        other.version = view.version   # no write may be forgotten
    else:
        view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return (base, *others)
