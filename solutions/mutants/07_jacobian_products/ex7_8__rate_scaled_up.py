# law: rate
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()

def mended_rate(f, x, v):
    scale = 1024.0 ** 4     # a power of 2, against underflow of tiny slopes
    return mg.func.jvp(f, (x,), (v * scale,))[1].detach() / scale

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
