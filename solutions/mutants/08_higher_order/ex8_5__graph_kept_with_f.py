# law: flat
GRAPHS = {}   # the gradient of f is worked out once, many products are made of it


def hvp(f, x, v):
    if (f, x.shape, x.dtype) not in GRAPHS:
        own = x.detach().requires_grad_()
        value = f(own)
        g = mg.zeros_like(x)
        if value.requires_grad:
            (g,) = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)
        GRAPHS[f, x.shape, x.dtype] = own, g
    own, g = GRAPHS[f, x.shape, x.dtype]
    if not g.requires_grad:
        return mg.zeros_like(x)
    return mg.autograd.grad((g * v).sum(), own, retain_graph=True, materialize_grads=True)[0]
