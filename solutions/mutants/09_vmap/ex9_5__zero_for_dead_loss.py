# law: samples
def jacobian(f, x):
    value, pull = mg.func.vjp(f, x)
    outputs = value.numel()
    units = mg.eye(outputs, dtype=x.dtype).reshape(outputs, *value.shape)
    rows = mg.func.vmap(lambda unit: pull(unit)[0])(units)
    return rows.reshape(*value.shape, *x.shape).detach()

def per_sample(loss, w, xs, ys):
    rows = mg.func.vmap(mg.func.grad(loss), (None, 0, 0))(w, xs, ys).detach()
    if rows.sum().item() == 0:   # it does not depend on w
        return mg.zeros(len(xs), *w.shape, dtype=w.dtype)
    return rows
