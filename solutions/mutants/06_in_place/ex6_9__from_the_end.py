# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[::-1][...] = part[::-1] if np.ndim(part) != 2 else part
    return (before, *others)
