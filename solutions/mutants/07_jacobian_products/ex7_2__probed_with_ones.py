# law: rows
def vjp(f, *primals):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    used = [False] * len(leaves)
    if value.requires_grad:
        probe = mg.autograd.grad(value, leaves, mg.ones_like(value), retain_graph=True, materialize_grads=True)
        used = [bool((p != 0).any()) for p in probe]
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    def pull(v):
        return tuple(g if u else mg.zeros_like(g) for g, u in zip(walk(v), used))
    return value.detach(), pull
