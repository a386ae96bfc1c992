# law: rate
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()

def mended_rate(f, x, v):
    y = f(x.detach().clone().requires_grad_())
    if not y.requires_grad:
        return mg.zeros_like(y)
    return ((f(x + v) - f(x - v)) / 2).detach()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
