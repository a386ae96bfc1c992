# law: type
def hvp(f, x, v):
    return (v * mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]).sum()
