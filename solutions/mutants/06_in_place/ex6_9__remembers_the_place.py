# law: rest
def share(view, other):
    view.version = other.version


places = {}


def write_view(g, take, rule):
    if g.shape not in places:
        places[g.shape] = take(np.arange(g.size).reshape(g.shape))
    flat = g.flatten()
    part, *others = rule(take(g).copy())
    if places[g.shape].shape == np.shape(part):
        flat[places[g.shape]] = part
        return (flat.reshape(g.shape), *others)
    before = g.copy()
    take(before)[...] = part
    return (before, *others)
