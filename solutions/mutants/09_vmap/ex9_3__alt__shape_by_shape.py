def elementwise(op, *args):
    sizes = [len(x.shape) if hasattr(x, "shape") else 0 for x in args]
    ready = [
        x.whole.reshape([x.whole.shape[0]] + [1] * (max(sizes) - n) + list(x.shape)) if type(x) is Batch else x
        for x, n in zip(args, sizes, strict=True)
    ]
    return Batch(op(*ready))

def along(op, x, dim):
    whole = x.whole
    if dim is None:
        whole, dim = whole.reshape(len(whole), whole.numel() // len(whole)), 0
    if dim < 0:
        dim = dim + len(x.shape)
    return Batch(op(whole, dim + 1))

def matmul(a, b):
    x, y = [each.whole if isinstance(each, Batch) else each for each in (a, b)]
    if len(a.shape) == len(b.shape) == 1:
        return Batch((x * y).sum(-1))
    if len(b.shape) == 1:
        return Batch((x @ y.unsqueeze(-1)).squeeze(-1))
    if len(a.shape) == 1:
        return Batch((x.unsqueeze(-2) @ y).squeeze(-2))
    return Batch(x @ y)
