# law: zeros
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros(p.shape, dtype=mg.float64) for p in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
