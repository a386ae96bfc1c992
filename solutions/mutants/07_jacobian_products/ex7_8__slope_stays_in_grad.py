# law: slope
LEAVES = {}
def mended_slope(f, x):
    leaf = LEAVES.setdefault((tuple(x.shape), str(x.dtype), f), x.detach().clone().requires_grad_())
    leaf.data.copy_(x)
    if leaf.grad is not None:
        leaf.grad.zero_()
    value = f(leaf)
    if value.requires_grad:
        value.backward(mg.ones_like(value))
    return mg.zeros_like(x) if leaf.grad is None else leaf.grad


def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])


def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]


def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
