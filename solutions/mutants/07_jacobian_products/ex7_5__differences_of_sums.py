# law: entries
def jacrev(f, x):
    leaf = x.detach().clone().requires_grad_()
    leaf.grad = mg.zeros_like(x)
    y = f(leaf)
    rows = []
    for unit in mg.eye(y.numel(), dtype=y.dtype):
        before = leaf.grad.clone()
        if y.requires_grad:
            y.backward(unit.reshape(y.shape), retain_graph=True)
        rows.append(leaf.grad - before)
    return mg.stack(rows, 0).reshape(tuple(y.shape) + tuple(x.shape))

def jacfwd(f, x):
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)]
    return mg.stack(columns, -1).reshape(tuple(columns[0].shape) + tuple(x.shape))
