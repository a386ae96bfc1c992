# law: plain
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, create_graph=True, materialize_grads=True)

    return value.detach(), pull
