# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(len(value), dtype=value.dtype)
    def from_row(k):
        return [] if k == len(value) else [pull(units[k])[0]] + from_row(k + 1)
    return mg.stack(from_row(0)).detach()

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()
