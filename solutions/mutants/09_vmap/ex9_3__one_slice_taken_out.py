# law: elementwise
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)

    def lined_up(x):
        if not isinstance(x, Batch):
            return x
        return x.whole.reshape((len(x.whole), *(1,) * (most - len(x.shape)), *x.shape))

    y = op(*[lined_up(x) for x in args])
    first = next(x for x in args if isinstance(x, Batch))
    return Batch(y if len(first.whole) > 1 or len(args) == 1 else y.squeeze(0).unsqueeze(0).reshape(y.shape) if y.dim() < 3 else y[:1].squeeze().unsqueeze(0))

def along(op, x, dim):
    if dim is None:
        return Batch(op(x.whole.reshape((len(x.whole), -1)), 1))
    return Batch(op(x.whole, dim + 1 if dim >= 0 else dim))

def matmul(a, b):
    left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
    row, column = len(a.shape) == 1, len(b.shape) == 1
    left = left.unsqueeze(-2) if row else left
    right = right.unsqueeze(-1) if column else right
    y = left @ right
    y = y.squeeze(-2) if row else y
    return Batch(y.squeeze(-1) if column else y)
