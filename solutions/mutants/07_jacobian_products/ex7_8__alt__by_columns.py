def columns(f, x):
    return [mg.func.jvp(f, (x,), (unit,))[1] for unit in mg.eye(len(x), dtype=x.dtype)]

def mended_slope(f, x):
    return mg.stack([column.reshape(()) for column in columns(f, x)])

def mended_rows(f, x):
    return mg.stack(columns(f, x), dim=1)

def mended_rate(f, x, v):
    value, tangent = mg.func.jvp(f, (x,), (v,))
    return tangent

def mended_steepest(f, x):
    return mg.stack(columns(f, x))
