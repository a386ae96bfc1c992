# law: rows
def vjp(f, *primals):
    leaves = []
    for p in primals:
        leaves.append(p.detach() if any(p is q for q in leaves) else p)
    for leaf in leaves:
        leaf.requires_grad_(True)
    y = f(*leaves)
    for leaf in leaves:
        leaf.requires_grad_(False)

    def pull(v):
        if not y.requires_grad:
            return tuple(mg.zeros_like(p) for p in primals)
        for leaf in leaves:
            leaf.requires_grad_(True)
        came = mg.autograd.grad(y, leaves, v, retain_graph=True, materialize_grads=True)
        for leaf in leaves:
            leaf.requires_grad_(False)
        return came

    return y.detach(), pull
