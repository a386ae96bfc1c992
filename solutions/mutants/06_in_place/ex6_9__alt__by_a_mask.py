def share(view, other):
    counter = other.version
    view.version = counter


def write_view(g, take, rule):
    written = np.zeros(g.shape, dtype=bool)
    take(written)[...] = True
    old, *others = rule(take(g).copy())
    spread = np.zeros_like(g)
    take(spread)[...] = old
    return np.where(written, spread, g), *others
