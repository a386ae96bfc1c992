# law: passes
def hvp(f, x, v):
    slope, out = mg.func.grad(f), mg.zeros_like(x)
    for k, unit in enumerate(mg.eye(x.numel(), dtype=x.dtype)):
        out = out + mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] * v.reshape(-1)[k]
    return out
