# law: zeros
def vjp(f, *primals):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    pass
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    def pull(v):
        if value.is_leaf and value.requires_grad:
            place = [x.shape == value.shape for x in leaves].index(True)
            return tuple(v.detach() if k == place else mg.zeros_like(x) for k, x in enumerate(leaves))
        return walk(v)
    return value.detach(), pull
