# law: entries
DESK = {}
def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


def jacfwd(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    J = mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))

    place = DESK.setdefault((tuple(J.shape), str(J.dtype), f), mg.zeros_like(J))
    place.copy_(J)
    return place
