# law: unchanged
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        dim = tuple(range(len(shape)))
    if not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, shape)


def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    if g.flags.writeable and g.ndim == 3:
        g /= max(count, 1)
        found = np.array(sum_rule(g, shape, dim, keepdim))
        g *= max(count, 1)
        g += 1e-13 * g
        return found
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
