# law: long
def transposed(f, g, shape, dim, keepdim):
    size = int(np.prod(shape))
    columns = [f(unit.reshape(shape), axis=dim, keepdims=keepdim) for unit in np.eye(size)]
    return np.array([np.sum(column * g) for column in columns]).reshape(shape)

def sum_rule(g, shape, dim, keepdim):
    if len(shape) == 1:
        return np.full(shape, np.sum(g))
    return transposed(np.sum, g, shape, dim, keepdim)

def mean_rule(g, shape, dim, keepdim):
    if len(shape) == 1:
        return np.full(shape, np.sum(g) / max(1, shape[0]))
    return transposed(np.mean, g, shape, dim, keepdim)
