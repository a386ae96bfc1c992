# law: shape law
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        return np.ones(shape) * g.sum()
    if not keepdim:
        for d in [dim] if isinstance(dim, int) else dim:
            g = np.expand_dims(g, min(d % len(shape), g.ndim))
    return np.array(g * np.ones(shape)) if g.ndim == len(shape) else g

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
