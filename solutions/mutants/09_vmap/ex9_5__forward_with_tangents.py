# law: entries
def jacobian(f, x):
    if x.numel() == 0:
        y = f(x)
        return mg.zeros(*y.shape, *x.shape, dtype=x.dtype)
    n = x.numel()
    units = mg.eye(n, dtype=x.dtype).reshape(n, *x.shape)
    columns = mg.func.vmap(lambda unit: mg.func.jvp(f, (x,), (unit,))[1], out_dims=-1)(units)
    return columns.reshape(*columns.shape[:-1], *x.shape)

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), (None, 0, 0))(w, xs, ys)
