# law: again
def vjp(f, *primals):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    pass
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    def pull(v):
        if not value.requires_grad:
            return walk(v)
        before = [mg.zeros_like(x) if x.grad is None else x.grad.clone() for x in leaves]
        value.backward(v, retain_graph=True)
        return tuple(b if x.grad is None else x.grad - b for x, b in zip(leaves, before))
    return value.detach(), pull
