# law: entries
def hessian(f, x):
    slope = mg.func.grad(f)
    g = slope(x).reshape(-1)
    return (g[:, None] * g).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
