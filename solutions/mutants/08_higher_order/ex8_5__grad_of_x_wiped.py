# law: unchanged
def hvp(f, x, v):
    v = v.detach().clone()
    x.requires_grad_()
    product = mg.zeros(x.shape, dtype=x.dtype)
    value = f(x)
    if value.requires_grad:
        (g,) = mg.autograd.grad(value, x, create_graph=True, materialize_grads=True)
        if g.requires_grad:
            x.grad = None
            (g * v).sum().backward()
            product = x.grad if x.grad is not None else product
    x.grad = None
    x.requires_grad_(False)
    return product
