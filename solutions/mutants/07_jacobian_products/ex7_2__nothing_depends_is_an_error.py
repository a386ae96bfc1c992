# law: zeros
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
