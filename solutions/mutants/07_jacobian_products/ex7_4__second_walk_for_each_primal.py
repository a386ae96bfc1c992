# law: walks
def jvp_by_walks(f, primals, tangents):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    y = f(*leaves)
    still = mg.zeros_like(y.detach())
    if not y.requires_grad:
        return y.detach(), still
    u = mg.zeros_like(y.detach()).requires_grad_()
    rows = mg.autograd.grad(y, leaves, u, create_graph=True, materialize_grads=True)
    tangent = still
    for g, t in zip(rows, tangents):
        if g.requires_grad:
            tangent = tangent + mg.autograd.grad((g * t).sum(), (u,), retain_graph=True, materialize_grads=True)[0]
    return y.detach(), tangent
