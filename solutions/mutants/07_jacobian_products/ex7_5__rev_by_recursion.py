# law: entries
def jacrev(f, x):
    y, pull = mg.func.vjp(f, x)
    n = y.numel()

    def rows_from(i):
        if i == n:
            return []
        unit = mg.zeros(n, dtype=x.dtype)
        unit[i] = 1.0
        return [pull(unit.reshape(tuple(y.shape)))[0]] + rows_from(i + 1)

    return mg.stack(rows_from(0), 0).reshape(tuple(y.shape) + tuple(x.shape))

def jacfwd(f, x):
    columns = []
    for unit in mg.eye(x.numel(), dtype=x.dtype):
        y, column = mg.func.jvp(f, (x,), (unit.reshape(tuple(x.shape)),))
        columns.append(column)
    return mg.stack(columns, -1).reshape(tuple(y.shape) + tuple(x.shape)).detach()
