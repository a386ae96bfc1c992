# law: columns
def jvp_by_walks(f, primals, tangents):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    nothing = mg.zeros_like(value.detach())
    if not value.requires_grad:
        return value.detach(), nothing
    u = mg.ones_like(value.detach()).requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    used = [(row, v) for row, v in zip(rows, tangents) if row.requires_grad and row.detach().numpy().any()]
    if not used:
        return value.detach(), nothing
    rows, tangents = zip(*used)
    s = sum((row * v).sum() for row, v in zip(rows, tangents))
    if not s.requires_grad:
        return value.detach(), nothing
    (tangent,) = mg.autograd.grad(s, u, materialize_grads=True)
    return value.detach(), tangent
