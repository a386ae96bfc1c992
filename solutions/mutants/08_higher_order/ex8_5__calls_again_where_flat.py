# law: passes
def hvp(f, x, v):
    product = mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
    if x.numel() == 1 and not product.numpy().any():   # is it flat, or was it chance?
        again = mg.func.jvp(mg.func.grad(f), (x,), (mg.ones_like(x),))[1]
        product = again * v
        if not product.numpy().any():
            product = 0 * mg.func.grad(f)(x)
    return product
