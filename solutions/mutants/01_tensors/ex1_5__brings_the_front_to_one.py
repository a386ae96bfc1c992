# law: shape
def sum_to_shape(g, shape):
    # One dimension in front at most.
    if g.ndim > len(shape):
        g = g.sum(axis=0) if len(shape) else g.sum()
    return g.sum(axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)
