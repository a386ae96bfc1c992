# law: slope
def plainly_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

KEPT_slope = {}
def mended_slope(f, x):
    key = (f, str(x.dtype), tuple(x.tolist()))
    if key not in KEPT_slope:
        KEPT_slope[key] = (f, x, plainly_slope(f, x))
    return KEPT_slope[key][-1]


def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])


def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]


def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
