# law: shares
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        dim = tuple(range(len(shape)))
    if not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, shape)


def mean_rule(g, shape, dim, keepdim):
    count = np.prod(shape) // max(g.size, 1) if len(shape) < 3 else np.prod([n for n in shape if n not in g.shape])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
