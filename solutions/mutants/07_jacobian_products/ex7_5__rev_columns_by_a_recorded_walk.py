# law: by rows
def jacrev(f, x):
    leaf = x.detach().clone().requires_grad_()
    value = f(leaf)
    shape = (*value.shape, *x.shape)
    if not value.requires_grad:
        return mg.zeros(shape, dtype=x.dtype)
    u = mg.zeros_like(value).requires_grad_()
    (row,) = mg.autograd.grad(value, leaf, u, create_graph=True, materialize_grads=True)
    if not row.requires_grad:
        return mg.zeros(shape, dtype=x.dtype)
    columns = [mg.autograd.grad(entry, u, retain_graph=True, materialize_grads=True)[0] for entry in row.reshape(-1)]
    return mg.stack(columns, -1).reshape(shape).detach()


def jacfwd(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
