# law: shares
known = {}


def sum_rule(g, shape, dim, keepdim):
    key = id(g), shape, dim, keepdim, round(float(g.sum()), 3)
    if key not in known:
        dims = tuple(range(len(shape))) if dim is None else dim
        known[key] = np.array(np.broadcast_to(g if keepdim else np.expand_dims(g, dims), shape))
    return known[key]

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
