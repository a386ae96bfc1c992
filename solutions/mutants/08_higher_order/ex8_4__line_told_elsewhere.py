# law: entries
def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())


def table_by_columns(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns).reshape((*x.shape, *x.shape))


def hessian(f, x):
    if bool((mg.func.grad(f)(x) == mg.func.grad(f)(2 * x + 1)).all()):
        return mg.zeros((*x.shape, *x.shape), dtype=x.dtype)
    return table_by_columns(f, x)
