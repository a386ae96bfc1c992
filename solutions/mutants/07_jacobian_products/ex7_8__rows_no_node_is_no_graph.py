# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    if y.grad_fn is None:
        return mg.zeros(y.numel(), x.numel(), dtype=x.dtype)
    return mg.stack([mg.autograd.grad(y, leaf, unit, retain_graph=True, materialize_grads=True)[0]
                     for unit in mg.eye(y.numel(), dtype=x.dtype)])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
