def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    table = mg.zeros(value.numel(), x.numel(), dtype=x.dtype)
    for i in range(value.numel()):
        v = mg.zeros(value.numel(), dtype=x.dtype)
        v[i] = 1
        table[i] = pull(v.reshape(value.shape))[0].reshape(-1)
    return table.reshape(tuple(value.shape) + tuple(x.shape))


def jacfwd(f, x):
    table = shape = None
    for j in range(x.numel()):
        v = mg.zeros(x.numel(), dtype=x.dtype)
        v[j] = 1
        value, column = mg.func.jvp(f, (x,), (v.reshape(x.shape),))
        if table is None:
            table, shape = mg.zeros(value.numel(), x.numel(), dtype=x.dtype), tuple(value.shape)
        table[:, j] = column.reshape(-1)
    return table.reshape(shape + tuple(x.shape))
