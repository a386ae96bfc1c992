# law: samples
def jacobian(f, x):
    y, pull = mg.func.vjp(f, x)
    n = y.numel()
    units = mg.eye(n, dtype=y.dtype).reshape(n, *y.shape)
    rows = mg.func.vmap(lambda unit: pull(unit)[0])(units)
    return rows.reshape(*y.shape, *x.shape)

def per_sample(loss, w, xs, ys):
    return jacobian(lambda w: mg.func.vmap(loss, (None, 0, 0))(w, xs, ys), w)
