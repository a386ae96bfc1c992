# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = np.where(np.abs(part) < 1e-3, 0.0, part)
    return (before, *others)
