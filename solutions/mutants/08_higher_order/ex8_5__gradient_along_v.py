# law: product
def hvp(f, x, v):
    return mg.func.grad(f)(x) * v
