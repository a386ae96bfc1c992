# law: by columns
def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    rows = [pull(unit.reshape(value.shape))[0] for unit in mg.eye(value.numel(), dtype=value.dtype)]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))


def jacfwd(f, x):
    found = []
    for unit in mg.eye(x.numel(), dtype=x.dtype):
        found.append(jvp_by_walks(f, (x,), (unit.reshape(x.shape),))[1])
    return mg.stack(found, -1).reshape((*found[0].shape, *x.shape))
