# law: pair
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        grads = mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
        return grads if len(grads) > 1 else grads[0]

    return value.detach(), pull
