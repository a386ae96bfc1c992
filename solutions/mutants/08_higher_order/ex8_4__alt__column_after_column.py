def hessian(f, x):
    slope = mg.func.grad(f)

    def columns(k):
        """Those from column k on."""
        if k == x.numel():
            return []
        unit = mg.tensor(np.arange(x.numel()) == k, dtype=x.dtype).reshape(x.shape)
        return [mg.func.jvp(slope, (x,), (unit,))[1]] + columns(k + 1)

    return mg.stack(columns(0)).reshape(*x.shape, *x.shape)

def symmetric(H, tolerance):
    n = int(round(H.numel() ** 0.5))
    table = H.detach().numpy().reshape(n, n)
    return bool(np.abs(table - table.T).max() <= tolerance * np.abs(table).max())
