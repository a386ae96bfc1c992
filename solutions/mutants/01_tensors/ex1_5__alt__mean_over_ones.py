# The mean over dimensions of size 1 changes no float.
sum_to_shape = in_order("""
    A |     return g
    B |     g = g.sum(axis=stretched)
    C |     front = g.ndim - len(shape)
    D |     stretched = tuple(i for i, size in enumerate(shape) if size == 1)
    E |     g = g.sum(axis=tuple(range(front)))
    F |     g = g.mean(axis=stretched, keepdims=True)
    G | def sum_to_shape(g, shape):
    H |     g = g.sum(axis=tuple(range(len(shape), g.ndim)))
    I |     g = g.sum(axis=stretched, keepdims=True)
    J |     stretched = tuple(i for i, size in enumerate(g.shape) if size == 1)
    """,
    "G C E D I F A"   # the labels in order, with spaces between, as in "G A"
)
