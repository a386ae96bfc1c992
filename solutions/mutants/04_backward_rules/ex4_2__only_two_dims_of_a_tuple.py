# law: shape law
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        return np.ones(shape) * g.sum()
    if not keepdim:
        dims = sorted(d % len(shape) for d in np.atleast_1d(dim))
        for d in dims[:2]:
            g = np.expand_dims(g, d)
    return np.ones(shape) * g

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
