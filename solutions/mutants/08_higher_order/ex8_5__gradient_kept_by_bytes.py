# law: product

KEPT = {}


def hvp(f, x, v):
    key = (f, x.numpy().tobytes())
    if key not in KEPT:
        leaf = x.detach().clone().requires_grad_()
        value = f(leaf)
        g = mg.autograd.grad(value, leaf, create_graph=True)[0] if value.requires_grad else None
        KEPT[key] = leaf, g
    leaf, g = KEPT[key]
    if g is None or not g.requires_grad:
        return mg.zeros_like(x)
    return mg.autograd.grad(g, leaf, v.reshape(g.shape), retain_graph=True)[0].detach().clone().reshape(x.shape)
