def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].clone()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(e)[0] for e in mg.eye(value.numel(), dtype=value.dtype)])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].clone()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].clone()
