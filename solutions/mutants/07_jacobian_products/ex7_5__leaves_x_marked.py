# law: unchanged
def jacrev(f, x):
    x.requires_grad_()
    value = f(x)
    rows = []
    for unit in mg.eye(value.numel(), dtype=value.dtype):
        row = mg.zeros_like(x)
        if value.requires_grad:
            (row,) = mg.autograd.grad(value, x, unit.reshape(value.shape), retain_graph=True)
        rows.append(row.detach())
    return mg.stack(rows).reshape((*value.shape, *x.shape))

def jacfwd(f, x):
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
