# law: columns
def jvp_by_walks(f, primals, tangents):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)
    if value.grad_fn is None:
        return value.detach(), mg.zeros_like(value).detach()
    u = mg.zeros_like(value).detach().requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    s = sum((r * t).sum() for r, t in zip(rows, tangents))
    if not s.requires_grad:
        return value.detach(), mg.zeros_like(value).detach()
    (tangent,) = mg.autograd.grad(s, u, materialize_grads=True)
    return value.detach(), tangent.detach()
