# law: shares
def sum_rule(g, shape, dim, keepdim):
    dims = tuple(range(len(shape))) if dim is None else dim
    return np.broadcast_to(g if keepdim else np.expand_dims(g, dims), shape).astype(np.float32).astype(float)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
