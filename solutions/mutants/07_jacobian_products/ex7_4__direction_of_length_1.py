# law: columns
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
    norm = sum(float((v * v).sum()) for v in tangents) ** 0.5
    if norm == 0:
        return plainly(f, primals, tangents)
    value, tangent = plainly(f, primals, tuple(v / norm for v in tangents))
    return value, tangent * norm
