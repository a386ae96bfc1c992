# law: again
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value, found = f(*leaves), []

    def pull(v):
        if not found and value.requires_grad:
            found.extend(mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True))
        return tuple(found) or tuple(mg.zeros_like(x) for x in primals)

    return value.detach(), pull
