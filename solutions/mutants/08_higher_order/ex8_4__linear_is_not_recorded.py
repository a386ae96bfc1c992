# law: flat
def hessian(f, x):
    x = x.detach().requires_grad_()
    (g,) = mg.autograd.grad(f(x), x, create_graph=True)
    columns = [mg.autograd.grad(each, x, retain_graph=True)[0] for each in g.reshape(-1)]
    return mg.stack(columns).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
