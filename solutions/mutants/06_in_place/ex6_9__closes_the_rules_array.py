# law: kept
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    old, *others = rule(take(base).copy())
    places = np.arange(base.size).reshape(base.shape)
    if old.shape == base.shape and (take(places) == places).all():
        old.flags.writeable = False
        return old, *others
    take(base)[...] = old
    return base, *others
