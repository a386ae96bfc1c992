# law: elementwise
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)   # dimensions of the largest slice
    lined_up = []
    for x in args:
        if isinstance(x, Batch):
            x = x.whole.reshape(x.whole.shape[0], *(1,) * (most - len(x.shape)), *x.shape)
        elif not isinstance(x, mg.Tensor):
            x = mg.tensor(x)
        lined_up.append(x)
    return Batch(op(*lined_up))

def along(op, x, dim):
    if dim is None:
        return Batch(op(x.whole.reshape(x.whole.shape[0], -1), 1))
    return Batch(op(x.whole, dim + 1 if dim >= 0 else dim))

def matmul(a, b):
    left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
    row, column = len(a.shape) == 1, len(b.shape) == 1
    if row:
        left = left.unsqueeze(-2)
    if column:
        right = right.unsqueeze(-1)
    product = left @ right
    if column:
        product = product.squeeze(-1)
    if row:
        product = product.squeeze(-1 if column else -2)
    return Batch(product)
