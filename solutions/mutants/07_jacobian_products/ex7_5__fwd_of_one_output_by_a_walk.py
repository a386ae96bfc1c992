# law: by columns
def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


def jacfwd(f, x):
    first, column = mg.func.jvp(f, (x,), (mg.eye(x.numel(), dtype=x.dtype)[0].reshape(x.shape),))
    if first.numel() == 1 and x.numel() > 20:
        return mg.func.vjp(f, x)[1](mg.ones_like(first))[0].reshape((*first.shape, *x.shape))
    columns = [column] + [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(x.numel(), dtype=x.dtype)[1:]]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
