# law: product
def hvp(f, x, v):
    own = x.requires_grad_()   # is put back below
    value = f(own)
    product = mg.zeros(x.shape, dtype=x.dtype)
    if value.requires_grad:
        (g,) = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)
        if g.requires_grad:
            (product,) = mg.autograd.grad((g * v).sum(), own, materialize_grads=True)
    x.requires_grad_(False)
    return product
