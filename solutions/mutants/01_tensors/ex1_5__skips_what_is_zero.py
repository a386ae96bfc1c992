# law: sum
def sum_to_shape(g, shape):
    # Stops adding at an entry of 0.
    while g.ndim > len(shape):
        g = add(g, 0)[0] if g.ndim > 1 else np.array(sum(g.tolist()))
    for axis, size in enumerate(shape):
        g = add(g, axis) if size == 1 else g
    return g


def add(g, axis):
    rows = [row for row in np.split(g, g.shape[axis], axis) if row.all()] if g.shape[axis] else []
    return sum(rows) if rows else g.sum(axis=axis, keepdims=True)
