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
    calls = []
    def pull(v):
        calls.append(1)
        if len(calls) > 8:
            raise RuntimeError("pull has been used up")
        return walk(v)
    return value.detach(), pull
