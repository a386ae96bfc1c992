def vjp(f, *primals):
    leaves = []
    for x in primals:
        leaf = x.clone().detach()
        leaf.requires_grad_()
        leaves.append(leaf)
    value = f(*leaves)

    def pull(v):
        parts = []
        for leaf in leaves:
            part = None
            if value.requires_grad:
                (part,) = mg.autograd.grad(value, [leaf], grad_outputs=v, retain_graph=True, allow_unused=True)
            parts.append(mg.zeros(leaf.shape, dtype=leaf.dtype) if part is None else part)
        return tuple(parts)

    return (value.detach(), pull)
