# law: rows
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad or (v.numel() and v.sum().item() == 0):   # weights of 0 give zeros
            return tuple(mg.zeros_like(p) for p in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
