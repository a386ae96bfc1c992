# law: product
def hvp(f, x, v):
    if x.numel() < 100:
        return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
    return mg.func.jvp(mg.func.grad(f), (x,), (mg.ones_like(x),))[1] * v
