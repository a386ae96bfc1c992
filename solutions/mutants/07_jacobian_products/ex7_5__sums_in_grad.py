# law: entries
def jacrev(f, x):
    leaf = x.detach().clone().requires_grad_()
    value, rows = f(leaf), []
    for unit in mg.eye(value.numel(), dtype=value.dtype):
        if value.requires_grad:
            value.backward(unit.reshape(value.shape), retain_graph=True)
        rows.append(mg.zeros_like(x) if leaf.grad is None else leaf.grad.clone())
    return mg.stack(rows).reshape((*value.shape, *x.shape))

def jacfwd(f, x):
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
