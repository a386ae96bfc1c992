# law: columns
def jvp_by_walks(f, primals, tangents):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    y = f(*leaves)
    still = mg.zeros_like(y.detach())
    if not y.requires_grad:
        return y.detach(), still
    u = mg.zeros_like(y.detach()).requires_grad_()
    rows = mg.autograd.grad(y, leaves, u, create_graph=True, allow_unused=True)
    if rows[-1] is None:   # the value does not depend on it
        return y.detach(), still
    s = sum((g * t).sum() for g, t in zip(rows, tangents) if g is not None)
    if isinstance(s, int) or not s.requires_grad:
        return y.detach(), still
    (tangent,) = mg.autograd.grad(s, (u,), materialize_grads=True)
    return y.detach(), tangent.detach()
