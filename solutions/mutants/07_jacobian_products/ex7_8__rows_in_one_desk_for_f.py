# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]


DESK = {}
def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    J = mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])
    return DESK.setdefault((f, tuple(J.shape), str(J.dtype)), mg.zeros_like(J)).copy_(J)


def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]


def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
