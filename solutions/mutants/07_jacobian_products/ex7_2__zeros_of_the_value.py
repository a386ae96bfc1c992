# law: zeros
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(value) for x in primals[1:]) + (mg.zeros(1),)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
