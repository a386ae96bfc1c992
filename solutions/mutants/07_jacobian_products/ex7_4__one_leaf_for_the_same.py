# law: columns
def jvp_by_walks(f, primals, tangents):
    for p in primals:
        p.requires_grad_(True)
    try:
        value = f(*primals)
        if not value.requires_grad:
            return value.detach(), mg.zeros_like(value).detach()
        u = mg.zeros_like(value).detach().requires_grad_()
        rows = mg.autograd.grad(value, primals, u, create_graph=True, materialize_grads=True)
        s = sum((r * t).sum() for r, t in zip(rows, tangents))
        if not s.requires_grad:
            return value.detach(), u.detach()
        (tangent,) = mg.autograd.grad(s, u, materialize_grads=True)
        return value.detach(), tangent.detach()
    finally:
        for p in primals:
            p.requires_grad_(False)
