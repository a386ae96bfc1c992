# law: unchanged
def plainly(f, primals, tangents):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    if not value.requires_grad:
        return value.detach(), mg.zeros_like(value)
    u = mg.zeros_like(value).requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    s = sum((row * v).sum() for row, v in zip(rows, tangents, strict=True))
    if not s.requires_grad:
        return value.detach(), u.detach()
    return value.detach(), mg.autograd.grad(s, u, materialize_grads=True)[0]


def jvp_by_walks(f, primals, tangents):
    mg.set_grad_enabled(True)
    pair = plainly(f, primals, tangents)
    mg.set_grad_enabled(False)
    return pair
