# law: shares
def sum_rule(g, shape, dim, keepdim):
    if not keepdim and dim is not None and shape[-1:] != g.shape[-1:]:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, shape)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
