def hessian(f, x):
    columns = []
    for unit in mg.eye(x.numel(), dtype=x.dtype):
        v = unit.reshape(x.shape)
        along = mg.func.grad(lambda z, v=v: (mg.func.grad(f)(z) * v).sum())
        columns.append(along(x))
    return mg.stack(columns, -1).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    side = int(round(np.sqrt(H.numel())))
    table = H.reshape(side, side)
    return (table - table.T).abs().max().item() <= tolerance * table.abs().max().item()
