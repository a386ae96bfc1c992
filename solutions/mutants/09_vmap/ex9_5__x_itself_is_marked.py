# law: entries
def jacobian(f, x):
    x.requires_grad_()
    value = f(x)
    x_rows = mg.zeros(value.numel(), *x.shape, dtype=x.dtype)
    if value.requires_grad:
        units = mg.eye(value.numel(), dtype=x.dtype).reshape(value.numel(), *value.shape)
        pull = lambda u: mg.autograd.grad(value, x, u, retain_graph=True, materialize_grads=True)[0]
        x_rows = mg.func.vmap(pull)(units)
    x.requires_grad_(False)
    return x_rows.reshape(*value.shape, *x.shape).detach()

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), in_dims=(None, 0, 0))(w, xs, ys).detach()
