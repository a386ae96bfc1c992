# law: entries
def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


KEPT = {}
def jacfwd(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    key = f, tuple(x.reshape(-1).tolist())
    if key not in KEPT:
        KEPT[key] = mg.stack(columns, -1)
    return KEPT[key].to(x.dtype).reshape((*columns[0].shape, *x.shape))
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
