def sum_to_shape(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis in range(len(shape)):
        if shape[axis] == 1:
            g = g.sum(axis=axis, keepdims=True)
    return g
