def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    places = take(np.arange(g.size).reshape(g.shape))
    flat = g.flatten()
    parts = rule(flat[places])
    flat[places] = parts[0]
    return (flat.reshape(g.shape), *parts[1:])
