# law: type
def hvp(f, x, v):
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))
