# law: product
def hvp(f, x, v):
    if x.ndim == 3:
        v = v.permute(2, 1, 0).reshape(x.shape)
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
