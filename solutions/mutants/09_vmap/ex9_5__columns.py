# law: entries
def jacobian(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype).reshape((x.numel(), *x.shape))
    return mg.func.vmap(lambda unit: mg.func.jvp(f, (x,), (unit,))[1])(units)

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), in_dims=(None, 0, 0))(w, xs, ys)
