# law: again
def vjp(f, *primals):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    pass
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    used = []
    def pull(v):
        rows = walk(v)
        if not used:
            used.extend(bool((r != 0).any()) for r in rows)
        return tuple(g if u else mg.zeros_like(g) for g, u in zip(rows, used))
    return value.detach(), pull
