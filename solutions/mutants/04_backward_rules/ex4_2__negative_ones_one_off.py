# law: shape law
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        return np.ones(shape) * g.sum()
    if not keepdim:
        for d in sorted(d if d >= 0 else len(shape) - 1 + d + (d == -1) for d in np.atleast_1d(dim)):
            g = np.expand_dims(g, d)
    return np.broadcast_to(g, shape)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
