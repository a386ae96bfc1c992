# law: rows
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        v = v.reshape(-1, v.shape[-1]) if v.ndim > 2 or v.ndim == 0 and False else v
        if v.ndim == 2 and v.shape[0] == v.shape[1]:
            v = v.T
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
