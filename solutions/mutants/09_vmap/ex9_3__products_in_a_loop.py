# law: one run
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)
    wholes = []
    for x in args:
        if isinstance(x, Batch):
            w = x.whole
            while w.dim() <= most:
                w = w.unsqueeze(1)
            wholes.append(w)
        else:
            wholes.append(x)
    return Batch(op(*wholes))

def along(op, x, dim):
    if dim is None:
        size = 1
        for s in x.shape:
            size *= s
        return Batch(op(x.whole.reshape(x.whole.shape[0], size), -1))
    return Batch(op(x.whole, dim if dim < 0 else 1 + dim))

def matmul(a, b):
    n = len(a.whole if isinstance(a, Batch) else b.whole)
    products = []
    for k in range(n):
        left, right = (x.whole[k] if isinstance(x, Batch) else x for x in (a, b))
        products.append(left @ right)
    out = mg.zeros(n, *products[0].shape, dtype=products[0].dtype)
    for k in range(n):
        out[k] = products[k]
    return Batch(out)
