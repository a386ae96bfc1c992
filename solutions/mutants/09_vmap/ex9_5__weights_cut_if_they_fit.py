# law: samples
def jacobian(f, x):
    value, pull = mg.func.vjp(f, x)
    outputs = value.numel()
    units = mg.eye(outputs, dtype=x.dtype).reshape(outputs, *value.shape)
    rows = mg.func.vmap(lambda unit: pull(unit)[0])(units)
    return rows.reshape(*value.shape, *x.shape).detach()

def per_sample(loss, w, xs, ys):
    n = len(xs)
    dims = tuple(0 if t.ndim == 2 and t.shape[0] == n else None for t in (w,))
    return mg.func.vmap(mg.func.grad(loss), dims + (0, 0))(w, xs, ys).detach()
