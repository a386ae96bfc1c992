# law: rows
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)

    slope = None
    if value.requires_grad and value.numel() == 1:   # one walk will do for all v
        slope = mg.autograd.grad(value, leaves, materialize_grads=True)

    def pull(v):
        if slope is not None:
            return tuple(g * v for g in slope)
        if not value.requires_grad:
            return tuple(mg.zeros_like(p) for p in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
