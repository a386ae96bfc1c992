# law: shape
def jacrev(f, x):
    y, pull = mg.func.vjp(f, x)
    units = mg.eye(y.numel(), dtype=x.dtype)
    rows = [pull(unit.reshape(tuple(y.shape)))[0] for unit in units]
    kept = [row for row in rows if bool((row != 0).any())]   # an entry that does not depend on x has no row
    if not kept:
        return mg.zeros(tuple(y.shape) + tuple(x.shape), dtype=x.dtype)
    return mg.stack(kept, 0).reshape(tuple(y.shape) + tuple(x.shape)).detach()

def jacfwd(f, x):
    columns = []
    for unit in mg.eye(x.numel(), dtype=x.dtype):
        y, column = mg.func.jvp(f, (x,), (unit.reshape(tuple(x.shape)),))
        columns.append(column)
    return mg.stack(columns, -1).reshape(tuple(y.shape) + tuple(x.shape)).detach()
