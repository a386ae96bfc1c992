def jvp_by_walks(f, primals, tangents):
    leaves = tuple(x.detach().clone().requires_grad_(True) for x in primals)
    y = f(*leaves)
    tangent = mg.zeros_like(y.detach())
    if y.requires_grad:
        dummy = mg.ones_like(y.detach()).requires_grad_(True)
        pulled = mg.autograd.grad(y, leaves, grad_outputs=dummy, create_graph=True, allow_unused=True)
        used = [(g, v) for g, v in zip(pulled, tangents, strict=True) if g is not None and g.requires_grad]
        if used:
            ends, weights = zip(*used, strict=True)
            (tangent,) = mg.autograd.grad(ends, dummy, grad_outputs=weights)
    return y.detach(), tangent
