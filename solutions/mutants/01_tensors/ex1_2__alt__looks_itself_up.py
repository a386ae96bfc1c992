# The error is Python's own: a size is looked up among one other.
def broadcast_shapes(a, b):
    n = max(len(a), len(b))
    first, second = (1,) * (n - len(a)) + a, (1,) * (n - len(b)) + b
    shape = []
    for m, k in zip(first, second):
        if m == 1: shape.append(k)
        elif k == 1: shape.append(m)
        else: shape.append((m,)[(m,).index(k)])
    return tuple(shape)
