# law: plain
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return mg.zeros(len(y), len(x), dtype=x.dtype)
    units = mg.eye(len(y), dtype=y.dtype)
    return mg.stack([mg.autograd.grad(y, leaf, unit, create_graph=True)[0] + 0 * leaf for unit in units])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
