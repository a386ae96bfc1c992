# law: plain
def jacrev(f, x):
    x.requires_grad_()
    value = f(x)
    rows = []
    for unit in mg.eye(value.numel(), dtype=value.dtype):
        if value.requires_grad:
            rows.append(mg.autograd.grad(value, x, unit.reshape(value.shape), create_graph=True)[0])
        else:
            rows.append(mg.zeros_like(x))
    return mg.stack(rows).reshape((*value.shape, *x.shape)) + 0 * x.sum()

def jacfwd(f, x):
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
