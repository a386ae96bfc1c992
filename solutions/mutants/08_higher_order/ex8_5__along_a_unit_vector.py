# law: product
def hvp(f, x, v):
    length = (v * v).sum().sqrt()
    if length.item() == 0:
        return mg.zeros_like(x)
    return length * mg.func.jvp(mg.func.grad(f), (x,), (v / length,))[1]
