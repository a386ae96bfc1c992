def share(view, other):
    view.version, = (other.version,)


def write_view(g, take, rule):
    def generator():
        part = take(g).copy()
        part.flags.writeable = False
        old, *rest = rule(part)
        base = np.empty(g.shape, g.dtype)
        for at in np.ndindex(g.shape):
            base[at] = g[at]
        place = take(base)
        for at in np.ndindex(place.shape):
            place[at] = old[at]
        yield base
        yield from rest

    return tuple(generator())
