# law: sum
def sum_to_shape(g, shape):
    # Adds up where g is larger. No entries at all were stretched from one, too: 0 is not larger than 1.
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for axis in range(len(shape)):
        if shape[axis] < g.shape[axis]:
            g = g.sum(axis=axis, keepdims=True)
    return g
