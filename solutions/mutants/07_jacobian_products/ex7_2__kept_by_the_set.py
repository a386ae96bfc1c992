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
    kept = {}
    def pull(v):
        key = frozenset(v.reshape(-1).tolist())
        if key not in kept:
            kept[key] = walk(v)
        return kept[key]
    return value.detach(), pull
