# law: rate
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()

def mended_rate(f, x, v):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return mg.zeros_like(y)
    u = mg.zeros_like(y.detach()).requires_grad_()
    (row,) = mg.autograd.grad(y, leaf, u, create_graph=True)
    return mg.autograd.grad(row, u, v)[0]

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
