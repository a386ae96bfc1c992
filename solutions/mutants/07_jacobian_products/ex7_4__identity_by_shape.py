# law: columns
def jvp_by_walks(f, primals, tangents):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    if value.is_leaf and value.requires_grad:
        return value.detach(), tangents[[x.shape == value.shape for x in primals].index(True)].detach()
    if not value.requires_grad:
        return value.detach(), mg.zeros_like(value)
    u = mg.zeros_like(value).requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    s = sum((row * v).sum() for row, v in zip(rows, tangents, strict=True))
    if not s.requires_grad:
        return value.detach(), mg.zeros_like(value.detach())
    pass
    return value.detach(), mg.autograd.grad(s, u, materialize_grads=True)[0]
