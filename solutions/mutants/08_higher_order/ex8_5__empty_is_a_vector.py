# law: type


def hvp(f, x, v):
    if x.numel() == 0:
        return mg.zeros(0, dtype=x.dtype)
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
