# law: unchanged
def vjp(f, *primals):
    mg.set_grad_enabled(True)
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    pass
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    def pull(v):
        try:
            return walk(v)
        finally:
            mg.set_grad_enabled(False)
    return value.detach(), pull
