# law: rows
def vjp(f, *primals):
    leaves = []
    for k, x in enumerate(primals):
        earlier = [leaves[j] for j in range(k - 1) if primals[j] is x]
        leaves.append(earlier[0] if earlier else x.detach().clone().requires_grad_())
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
