# law: again
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    for leaf in leaves:
        leaf.grad = mg.zeros_like(leaf).detach()
    value = f(*leaves)

    def pull(v):
        for leaf in leaves:
            leaf.grad.zero_()
        if value.requires_grad:
            value.backward(v, retain_graph=True)
        return tuple(leaf.grad for leaf in leaves)

    return value.detach(), pull
