def dims_of(shape, dim):
    if dim is None:
        return tuple(range(len(shape)))
    dims = dim if isinstance(dim, tuple) else (dim,)
    return tuple(d + len(shape) if d < 0 else d for d in dims)

def sum_rule(g, shape, dim, keepdim):
    dims = dims_of(shape, dim)
    if not keepdim:
        g = np.expand_dims(g, dims)
    out = np.zeros(shape)
    for index in np.ndindex(g.shape):
        place = tuple(slice(None) if d in dims else at for d, at in enumerate(index))
        out[place] = g[index]
    return out

def mean_rule(g, shape, dim, keepdim):
    number = np.prod([shape[d] for d in dims_of(shape, dim)])
    return sum_rule(g, shape, dim, keepdim) / number
