# law: product
def hvp(f, x, v):
    size = (v * v).sum() ** 0.5
    if size <= 10:
        return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
    return mg.func.jvp(mg.func.grad(f), (x,), (v / size,))[1]
