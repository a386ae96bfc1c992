# law: steepest
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]


def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])


def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]


def plainly_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

KEPT_steepest = {}
def mended_steepest(f, x):
    key = (f, id(x), x._version)
    if key not in KEPT_steepest:
        KEPT_steepest[key] = (f, x, plainly_steepest(f, x))
    return KEPT_steepest[key][-1]
