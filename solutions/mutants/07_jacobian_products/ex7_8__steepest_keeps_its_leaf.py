# law: steepest
LEAVES = {}

def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach()

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)]).detach()

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach()

def mended_steepest(f, x):
    if id(x) not in LEAVES:
        LEAVES[id(x)] = x, x.detach().clone().requires_grad_()
    leaf = LEAVES[id(x)][1]
    value = f(leaf)
    if value.requires_grad:
        value.backward()
    return mg.zeros_like(x) if leaf.grad is None else leaf.grad.detach().clone()
