def sum_rule(g, shape, dim, keepdim):
    dims = range(len(shape)) if dim is None else [dim] if type(dim) is int else dim
    index = [slice(None)] * len(shape)
    for each in dims:
        index[each] = None if not keepdim else slice(None)
    return np.broadcast_to(g[tuple(index)], shape)

def mean_rule(g, shape, dim, keepdim):
    whole = sum_rule(g, shape, dim, keepdim)
    return whole * g.size / whole.size if whole.size else whole
