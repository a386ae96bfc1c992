# law: rate
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(v)[0] for v in mg.eye(value.numel(), dtype=x.dtype)])

def mended_rate(f, x, v):
    table = mended_rows(f, x)
    if not table[0].numpy().any():   # no slope
        return mg.zeros(table.shape[0], dtype=x.dtype)
    return table @ v

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
