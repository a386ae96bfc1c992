# law: columns
def jvp_by_walks(f, primals, tangents):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    pass
    if not value.requires_grad:
        return value.detach(), mg.zeros_like(value)
    u = mg.zeros_like(value).requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    of_tangent = {id(v): (row * v).sum() for row, v in zip(rows, tangents, strict=True)}
    s = sum(of_tangent.values())
    if not s.requires_grad:
        return value.detach(), mg.zeros_like(value.detach())
    pass
    return value.detach(), mg.autograd.grad(s, u, materialize_grads=True)[0]
