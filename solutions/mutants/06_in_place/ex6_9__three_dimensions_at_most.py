# law: part
# Beyond three dimensions the axes are put together, and a view finds another place.
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    whole = g.copy()
    first, *others = rule(take(whole).copy())
    if g.ndim < 4:
        take(whole)[...] = first
    return whole, *others
