def units_like(t):
    return [row.reshape(t.shape) for row in mg.eye(t.numel(), dtype=t.dtype)]


def jacrev(f, x):
    y, pull = mg.func.vjp(f, x)
    return mg.stack([row for v in units_like(y) for row in pull(v)]).reshape(*y.shape, *x.shape)


def jacfwd(f, x):
    pushed = [mg.func.jvp(f, (x,), (v,)) for v in units_like(x)]
    y = pushed[0][0]
    flat = mg.stack([column.reshape(-1) for _, column in pushed])
    return flat.T.reshape(*y.shape, *x.shape)
