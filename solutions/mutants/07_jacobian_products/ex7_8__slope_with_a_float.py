# law: slope
def mended_slope(f, x):
    leaf = x.detach().clone().requires_grad_()
    f(leaf).backward(1.0)
    return leaf.grad

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
