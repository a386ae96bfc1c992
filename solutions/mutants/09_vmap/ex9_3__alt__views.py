def elementwise(op, *args):
    most = 0
    for x in args:
        if not isinstance(x, (int, float)):
            most = max(most, len(x.shape))
    given = []
    for x in args:
        if isinstance(x, Batch):
            y = x.whole
            while y.ndim <= most:
                y = y.unsqueeze(1)
            given.append(y)
        else:
            given.append(x)
    return Batch(op(*given))

def along(op, x, dim):
    if dim is None:
        return Batch(op(x.whole.unsqueeze(1).flatten(1), -1))
    return Batch(op(x.whole, 1 + dim % len(x.shape)))

def matmul(a, b):
    x = a.whole if isinstance(a, Batch) else a.unsqueeze(0)
    y = b.whole if isinstance(b, Batch) else b.unsqueeze(0)
    x = x[:, None, :] if len(a.shape) == 1 else x
    y = y[:, :, None] if len(b.shape) == 1 else y
    z = mg.matmul(x, y)
    if len(b.shape) == 1:
        z = z[..., 0]
    if len(a.shape) == 1:
        z = z[:, 0]
    return Batch(z)
