def hvp(f, x, v):
    return mg.func.grad(lambda z: (mg.func.grad(f)(z) * v).sum())(x)
