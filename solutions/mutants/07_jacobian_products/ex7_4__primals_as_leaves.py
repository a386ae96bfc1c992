# law: columns
def jvp_by_walks(f, primals, tangents):
    leaves = []
    for p in primals:
        leaves.append(p.detach() if any(p is q for q in leaves) else p)
    for leaf in leaves:
        leaf.requires_grad_(True)
    try:
        y = f(*leaves)
        still = mg.zeros_like(y.detach())
        if not y.requires_grad:
            return y.detach(), still
        u = mg.zeros_like(y.detach()).requires_grad_()
        rows = mg.autograd.grad(y, leaves, u, create_graph=True, materialize_grads=True)
        s = sum((g * t).sum() for g, t in zip(rows, tangents))
        if not s.requires_grad:
            return y.detach(), still
        return y.detach(), mg.autograd.grad(s, (u,), materialize_grads=True)[0].detach()
    finally:
        for leaf in leaves:
            leaf.requires_grad_(False)
