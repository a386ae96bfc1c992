def jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=x.dtype)
    rows = [pull(e.reshape(value.shape))[0] for e in units]
    return mg.stack(rows).reshape((*value.shape, *x.shape)).detach()

def jacfwd(f, x):
    columns = []
    for j in range(x.numel()):
        e = (x.detach() * 0).reshape(-1)
        e[j] = 1.0
        columns.append(mg.func.jvp(f, (x,), (e.reshape(x.shape),))[1])
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape)).detach()
