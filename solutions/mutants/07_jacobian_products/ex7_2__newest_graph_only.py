# law: again
latest = {}

def vjp(f, *primals):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    latest["value"], latest["leaves"] = f(*leaves), leaves

    def pull(v):
        if not latest["value"].requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(latest["value"], latest["leaves"], v, retain_graph=True, materialize_grads=True)

    return latest["value"].detach(), pull
