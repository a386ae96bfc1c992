# law: shape law
def sum_rule(g, shape, dim, keepdim):
    dims = tuple(range(len(shape))) if dim is None else dim
    return np.expand_dims(g, dims) * np.ones(shape)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
