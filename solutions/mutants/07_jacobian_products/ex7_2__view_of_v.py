# law: rows
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    y = f(*leaves)

    def pull(v):
        if not y.requires_grad:
            return tuple(mg.zeros_like(p) for p in primals)
        s = (y.reshape(-1) * v.view(-1)).sum()
        return mg.autograd.grad(s, leaves, retain_graph=True, materialize_grads=True)

    return y.detach(), pull
