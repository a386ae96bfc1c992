# law: unchanged
def mended_slope(f, x):
    y = f(x.requires_grad_())
    if not y.requires_grad:
        return mg.zeros_like(x)
    return mg.autograd.grad(y, x, mg.ones_like(y))[0]

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
