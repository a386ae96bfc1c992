# law: measure
def hessian(f, x):
    n = x.numel()
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(n, dtype=x.dtype)]
    return mg.stack(columns).reshape(*x.shape, *x.shape)

def symmetric(H, tolerance):
    tolerance = tolerance or 1e-8
    n = int(round(H.numel() ** 0.5))
    table = H.detach().numpy().reshape(n, n)
    return bool(np.abs(table - table.T).max() <= tolerance * np.abs(table).max())
