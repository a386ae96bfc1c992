# law: entries
def _jacrev(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=x.dtype)
    rows = [pull(e.reshape(value.shape))[0] for e in units]
    return mg.stack(rows).reshape((*value.shape, *x.shape)).detach()

_tables = {}

def jacrev(f, x):
    if (f, x.shape) not in _tables:
        _tables[f, x.shape] = _jacrev(f, x)
    return _tables[f, x.shape]

def jacfwd(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (e.reshape(x.shape),))[1] for e in units]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape)).detach()
