# law: steepest
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach()

def mended_steepest(f, x):
    x.requires_grad_(True)
    y = f(x)
    g = mg.autograd.grad(y, x, materialize_grads=True)[0] if y.requires_grad else mg.zeros_like(x).detach()
    x.requires_grad_(False)
    return g
