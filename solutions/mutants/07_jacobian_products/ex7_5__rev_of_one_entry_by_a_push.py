# law: by rows
def jacrev(f, x):
    if x.numel() == 1:
        value, push = mg.func.jvp(f, (x,), (mg.ones_like(x),))
        return push.reshape((*value.shape, *x.shape))
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


def jacfwd(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
