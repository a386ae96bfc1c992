# law: shares
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        dim = tuple(range(len(shape)))
    if not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, shape)


def mean_rule(g, shape, dim, keepdim):
    dims = range(len(shape)) if dim is None else np.atleast_1d(dim)
    return sum_rule(g, shape, dim, keepdim) / (shape[dims[0]] if len(dims) else 1)
