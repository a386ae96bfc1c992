# law: shape
def jvp_by_walks(f, primals, tangents):
    if not any(bool((t != 0).any()) for t in tangents):   # nothing moves
        return f(*primals), mg.zeros_like(primals[0])
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)
    zeros = mg.zeros_like(value).detach()
    if not value.requires_grad:
        return value.detach(), zeros
    u = zeros.clone().requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    s = sum((row * t).sum() for row, t in zip(rows, tangents))
    if not s.requires_grad:
        return value.detach(), zeros
    return value.detach(), mg.autograd.grad(s, u, materialize_grads=True)[0]
