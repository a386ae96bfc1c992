# law: entries
def hessian(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [(slope(x + 1e-3 * unit.reshape(x.shape)) - slope(x)) * 1e3 for unit in units]
    return mg.stack(columns).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
