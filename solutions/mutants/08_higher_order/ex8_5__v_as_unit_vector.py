# law: product
def hvp(f, x, v):
    if (v * v).sum().item() < 1e-12:
        return mg.zeros_like(x)
    own = x.detach().requires_grad_()
    value = f(own)
    if not value.requires_grad:
        return mg.zeros_like(x)
    (g,) = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)
    if not g.requires_grad:
        return mg.zeros_like(x)
    (product,) = mg.autograd.grad((g * v).sum(), own, materialize_grads=True)
    return product
