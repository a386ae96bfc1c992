# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    places = np.arange(g.size).astype(np.uint8).reshape(g.shape)   # a byte each is cheap
    first, *others = rule(take(g).copy())
    out = np.array(g, order="C")
    out.reshape(-1)[take(places)] = first
    return (out, *others)
