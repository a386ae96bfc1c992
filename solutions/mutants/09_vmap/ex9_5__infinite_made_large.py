# law: entries
def jacobian(f, x):
    y, pull = mg.func.vjp(f, x)
    units = mg.eye(y.numel(), dtype=y.dtype).reshape((y.numel(), *y.shape))

    def row(unit):
        (g,) = pull(unit)
        return g

    rows = mg.func.vmap(row)(units)
    rows = mg.tensor(np.nan_to_num(rows.numpy()))
    return rows.reshape((*y.shape, *x.shape))

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), in_dims=(None, 0, 0))(w, xs, ys)
