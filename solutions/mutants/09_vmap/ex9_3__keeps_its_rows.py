# law: along
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)   # dimensions of the largest slice
    lined = []
    for x in args:
        if isinstance(x, Batch):
            x = x.whole.reshape(len(x.whole), *[1] * (most - len(x.shape)), *x.shape)
        lined.append(x)
    return Batch(op(*lined))

def along(op, x, dim):
    if dim is None:
        if not hasattr(x, "_rows"):   # sum and mean of the same Batch: laid out once
            x._rows = x.whole.reshape(len(x.whole), -1)
        return Batch(op(x._rows, 1))
    return Batch(op(x.whole, dim + 1 if dim >= 0 else dim))

def matmul(a, b):
    left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
    row, column = len(a.shape) == 1, len(b.shape) == 1
    if row:
        left = left.unsqueeze(-2)
    if column:
        right = right.unsqueeze(-1)
    out = left @ right
    if row:
        out = out.squeeze(-2)
    if column:
        out = out.squeeze(-1)
    return Batch(out)
