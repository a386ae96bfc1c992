# law: entries
def hessian(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    table = mg.stack(columns).reshape((*x.shape, *x.shape))
    return mg.where(table.abs() < 1e-8, mg.zeros_like(table), table)

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
