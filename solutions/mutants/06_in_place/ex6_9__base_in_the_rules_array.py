# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    part = take(base).copy()
    old, *others = rule(part)
    if take(base).size == base.size and old.shape == base.shape:
        turned = take(np.arange(base.size).reshape(base.shape)).ravel()
        if (turned == np.arange(base.size)).all():
            return old, *others
    take(base)[...] = old
    return base, *others
