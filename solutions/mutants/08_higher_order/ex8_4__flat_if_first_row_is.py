# law: entries
def hessian(f, x):
    slope, rows = mg.func.grad(f), []
    for unit in mg.eye(x.numel(), dtype=x.dtype):
        row = mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1]
        if not rows and not row.numpy().any():   # the slope does not change
            return mg.zeros(x.shape + x.shape, dtype=x.dtype)
        rows.append(row)
    return mg.stack(rows).reshape(x.shape + x.shape)

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.reshape(n, n)
    return (table - table.T).abs().max().item() <= tolerance * table.abs().max().item()
