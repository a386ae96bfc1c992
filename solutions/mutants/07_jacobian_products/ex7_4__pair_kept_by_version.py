# law: once
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


KEPT = {}
def jvp_by_walks(f, primals, tangents):
    key = (f, *[(id(x), x._version) for x in (*primals, *tangents)])
    if key not in KEPT:
        KEPT[key] = primals, tangents, plainly(f, primals, tangents)
    return KEPT[key][2]
