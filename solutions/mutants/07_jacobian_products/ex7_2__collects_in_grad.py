# law: again
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if value.requires_grad:
            value.backward(v, retain_graph=True)
        return tuple(mg.zeros_like(x) if x.grad is None else x.grad.clone() for x in leaves)

    return value.detach(), pull
