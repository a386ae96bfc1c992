# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    entries = value.tolist()
    units = mg.eye(len(entries), dtype=x.dtype)
    rows = [pull(units[entries.index(entry)])[0] for entry in entries]
    return mg.stack(rows)

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
