# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = np.maximum(part, -100.0) if part.size > 1 else abs(part)
    return (before, *others)
