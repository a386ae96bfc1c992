# law: entries
def hessian(f, x):
    n = x.numel()
    own = x.detach().requires_grad_()
    value = f(own)
    g = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)[0] if value.requires_grad else mg.zeros_like(x)
    if not g.requires_grad or not g.detach().numpy().any():   # the value does not depend on x, or only linearly
        return mg.zeros(n, n, dtype=x.dtype).reshape(*x.shape, *x.shape)
    rows = [mg.autograd.grad(each, own, retain_graph=True, materialize_grads=True)[0] for each in g.reshape(-1)]
    return mg.stack(rows).reshape(*x.shape, *x.shape)

def symmetric(H, tolerance):
    n = int(round(H.numel() ** 0.5))
    table = H.detach().numpy().reshape(n, n)
    return bool(np.abs(table - table.T).max() <= tolerance * np.abs(table).max())
