# law: rows
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        rows = mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
        return tuple(mg.where(g.abs() < 1e-20, mg.zeros_like(g), g) for g in rows)

    return value.detach(), pull
