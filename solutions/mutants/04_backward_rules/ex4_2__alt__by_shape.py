def kept_shape(shape, dim):
    if dim is None:
        return [1] * len(shape)
    gone = {d % len(shape) for d in ((dim,) if isinstance(dim, int) else dim)}
    return [1 if place in gone else size for place, size in enumerate(shape)]

def sum_rule(g, shape, dim, keepdim):
    return np.array(g).reshape(kept_shape(shape, dim)) + np.zeros(shape)

def mean_rule(g, shape, dim, keepdim):
    number = 1.0
    for size, kept in zip(shape, kept_shape(shape, dim)):
        number *= size if kept == 1 else 1
    return sum_rule(g, shape, dim, keepdim) * (1 / number)
