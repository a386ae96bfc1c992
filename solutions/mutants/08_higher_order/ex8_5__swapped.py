# law: product
def hvp(f, x, v):
    return mg.func.jvp(mg.func.grad(f), (v,), (x,))[1]
