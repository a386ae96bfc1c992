sum_rule = lambda g, shape, dim, keepdim: spread(g, shape, dim, 1)
mean_rule = lambda g, shape, dim, keepdim: spread(g, shape, dim, 0)

def spread(g, shape, dim, power):
    n, of = len(shape), 1
    dims = {None: range(n)}.get(dim, dim) if not isinstance(dim, int) else [dim]
    dims = sorted(each + n if each < 0 else each for each in dims)
    g = g.reshape([size for place, size in enumerate(shape) if place not in dims])
    for each in dims:
        g = np.repeat(np.expand_dims(g, each), shape[each], each)
        of *= shape[each]
    return g if power else g / of if of else g
