# law: samples
def jacobian(f, x):
    y, pull = mg.func.vjp(f, x)
    units = mg.eye(y.numel(), dtype=y.dtype).reshape((y.numel(), *y.shape))

    def row(unit):
        (g,) = pull(unit)
        return g

    rows = mg.func.vmap(row)(units)
    return rows.reshape((*y.shape, *x.shape))

gradients = {}

def per_sample(loss, w, xs, ys):
    key = id(loss), id(w), id(xs), id(ys)
    if key not in gradients:
        gradients[key] = samples(loss, w, xs, ys), loss, w, xs, ys
    return gradients[key][0]

def samples(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), in_dims=(None, 0, 0))(w, xs, ys)
