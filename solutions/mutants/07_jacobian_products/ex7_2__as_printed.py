# law: again
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_(True) for p in primals]
    value = f(*leaves)
    memo = {}

    def pull(v):
        key = str(v)
        if key not in memo:
            memo[key] = (mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
                         if value.requires_grad else tuple(mg.zeros_like(p) for p in primals))
        return memo[key]

    return value.detach(), pull
