def jacrev(f, x):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    rows = []
    for unit in mg.eye(y.numel(), dtype=y.dtype):
        if y.requires_grad:
            row = mg.autograd.grad(y, leaf, unit.reshape(y.shape), retain_graph=True)[0]
        else:
            row = mg.zeros_like(x)
        rows.append(row)
    return mg.stack(rows).reshape([*y.shape, *x.shape])


def jacfwd(f, x):
    return mg.stack(
        [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)], dim=-1
    ).unflatten(-1, x.shape) if x.ndim else mg.func.jvp(f, (x,), (mg.ones_like(x),))[1]
