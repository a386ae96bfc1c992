# law: plain
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach().clone()

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    value = f(leaf)
    if not value.requires_grad:
        return mg.tensor(np.zeros((len(value), len(x))))
    units = mg.eye(len(value), dtype=x.dtype)
    return mg.stack([mg.autograd.grad(value, leaf, e, retain_graph=True, materialize_grads=True)[0] for e in units])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach().clone()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach().clone()
