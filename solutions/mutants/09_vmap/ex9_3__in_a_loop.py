# law: one run
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)

    def lined_up(x):
        if not isinstance(x, Batch):
            return x
        return x.whole.reshape((len(x.whole), *(1,) * (most - len(x.shape)), *x.shape))

    n = max(len(x.whole) for x in args if isinstance(x, Batch))
    rows = [op(*[x.whole[k] if isinstance(x, Batch) else x for x in args]) for k in range(n)]
    out = rows[0].unsqueeze(0).expand((n, *rows[0].shape)) * 0
    for k in range(n):
        out = out + rows[k].unsqueeze(0) * (mg.arange(n) == k).reshape((n, *(1,) * rows[k].ndim)).to(out.dtype)
    return Batch(out)

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
    y = y.squeeze(-1) if column else y
    return Batch(y.squeeze(-1 if column else -2) if row else y)
