def pulled(f, x, weights):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return [mg.zeros_like(x) for _ in weights(y)]
    return [mg.autograd.grad(y, leaf, v, retain_graph=True)[0] for v in weights(y)]

def mended_slope(f, x):
    return pulled(f, x, lambda y: [mg.ones_like(y)])[0]

def mended_rows(f, x):
    return mg.stack(pulled(f, x, lambda y: list(mg.eye(y.numel(), dtype=y.dtype))))

def mended_rate(f, x, v):
    return mended_rows(f, x) @ v

def mended_steepest(f, x):
    (row,) = pulled(f, x, lambda y: [mg.ones_like(y.detach())])
    return row
