# law: shape law
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        return np.full(np.shape(g) + shape, g) if keepdim else np.full(shape, g)
    return np.broadcast_to(g if keepdim else np.expand_dims(g, dim), shape)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
