# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    mask = np.zeros(g.shape, dtype=bool)
    take(mask)[...] = True
    part, *others = rule(take(g).copy())
    before = g.copy()
    before[mask] = np.ravel(part)
    return (before, *others)
