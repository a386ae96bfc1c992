# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    part = take(g).copy()
    first, *others = rule(part)
    take(base)[...] = first
    return (base, *[np.array(each).reshape(part.shape) for each in others])
