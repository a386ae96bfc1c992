# law: passes
def hvp(f, x, v):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return mg.zeros_like(x)
    (g,) = mg.autograd.grad(y, leaf, create_graph=True)
    if not g.requires_grad or not x.numel():
        return mg.zeros_like(x)
    rows = [mg.autograd.grad(each, leaf, retain_graph=True)[0] for each in g.reshape(-1)]
    return mg.stack([(row * v).sum() for row in rows]).reshape(x.shape)
