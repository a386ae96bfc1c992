# law: entries
tables = {}

def hessian(f, x):
    if x in tables and x.dim() == 1:
        return tables[x]
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    tables[x] = mg.stack(columns).reshape((*x.shape, *x.shape))
    return tables[x]

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
