# law: entries
def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


def jacfwd(f, x):
    ones = mg.func.jvp(f, (x,), (mg.ones_like(x),))[1]
    units = mg.eye(x.numel(), dtype=x.dtype)[:-1]
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    last = ones
    for c in columns:
        last = last - c
    return mg.stack([*columns, last], -1).reshape((*ones.shape, *x.shape))
