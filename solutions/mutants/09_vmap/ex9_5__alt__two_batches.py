def jacobian(f, x):
    value, back = mg.func.vjp(f, x)
    table = mg.eye(value.numel(), dtype=x.dtype)

    def row(unit):
        (g,) = back(unit.reshape(value.shape))
        return g

    J = mg.func.vmap(row)(table)
    return J.reshape(list(value.shape) + list(x.shape))

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(lambda x, y: mg.func.grad_and_value(loss)(w, x, y)[0])(xs, ys)
