# law: symmetric
def hessian(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(np.triu(table)).max())
