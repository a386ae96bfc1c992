# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    J = mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()
    return mg.where(J.abs() < 1e-12, mg.zeros_like(J), J)

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
