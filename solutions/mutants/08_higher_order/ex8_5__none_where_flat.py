# law: type
def hvp(f, x, v):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return mg.zeros_like(x)
    (g,) = mg.autograd.grad(y, leaf, create_graph=True)
    if not g.requires_grad:
        return None
    return mg.autograd.grad((g * v).sum(), leaf, materialize_grads=True)[0]
