# law: product
def hvp(f, x, v):
    if not v.is_contiguous():
        v = v.T
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
