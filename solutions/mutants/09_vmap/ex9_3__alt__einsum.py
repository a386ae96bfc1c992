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
    left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
    i = "i" if len(a.shape) == 2 else ""
    k = "k" if len(b.shape) == 2 else ""
    na = "n" if isinstance(a, Batch) else ""
    nb = "n" if isinstance(b, Batch) else ""
    return Batch(mg.einsum(f"{na}{i}j,{nb}j{k}->n{i}{k}", left, right))
