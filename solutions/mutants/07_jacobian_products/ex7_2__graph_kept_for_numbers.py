# law: once
GRAPHS = {}
def vjp(f, *primals):
    key = (f, *[(tuple(x.shape), str(x.dtype), tuple(x.reshape(-1).tolist())) for x in primals])
    if key not in GRAPHS:
        leaves = [x.detach().clone().requires_grad_() for x in primals]
        GRAPHS[key] = f(*leaves), leaves
    value, leaves = GRAPHS[key]

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
