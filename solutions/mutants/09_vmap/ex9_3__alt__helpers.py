def whole_of(x):
    return x.whole if isinstance(x, Batch) else x

def elementwise(op, *args):
    def lined(x, n):
        if not isinstance(x, Batch):
            return x
        index = (slice(None),) + (None,) * (n - len(x.shape))
        return x.whole[index]

    n = max((len(x.shape) for x in args if hasattr(x, "shape")), default=0)
    return Batch(op(*(lined(x, n) for x in args)))

def along(op, x, dim):
    if dim is not None:
        return Batch(op(whole_of(x), (dim if dim < 0 else dim + 1)))
    return Batch(op(mg.reshape(whole_of(x), (whole_of(x).shape[0], -1)), 1))

def matmul(a, b):
    row, column = len(a.shape) == 1, len(b.shape) == 1
    x, y = whole_of(a), whole_of(b)
    z = (x.unsqueeze(-2) if row else x) @ (y.unsqueeze(-1) if column else y)
    for dim, added in ((-2, row), (-1, column)):
        z = z.squeeze(dim) if added else z
    return Batch(z)
