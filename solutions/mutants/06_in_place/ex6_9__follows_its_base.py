# law: one counter
def share(view, other):
    owner = other
    while hasattr(getattr(owner, "base", None), "version"):   # a view of a view
        owner = owner.base
    view.version = owner.version

def write_view(g, take, rule):
    whole = g.copy()
    first, *others = rule(take(g).copy())
    take(whole)[...] = first
    return (whole, *others)
