# law: rest
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    places = take(np.arange(g.size).reshape(g.shape))
    flat = g.flatten(order="K")
    first, *others = rule(take(g).copy())
    flat[places] = first
    return (flat.reshape(g.shape), *others)
