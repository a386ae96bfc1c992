# law: once
walked = {}

def jvp_by_walks(f, primals, tangents):
    key = f, primals[0].dtype, tuple(x.shape for x in primals)
    if key not in walked:
        leaves = [x.detach().clone().requires_grad_() for x in primals]
        value = f(*leaves)
        u = mg.zeros_like(value).detach().requires_grad_()
        rows = None
        if value.requires_grad:
            rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
        walked[key] = value, u, rows
    value, u, rows = walked[key]
    if rows is None:
        return value.detach(), mg.zeros_like(value)
    s = sum((row * v).sum() for row, v in zip(rows, tangents))
    if not s.requires_grad:
        return value.detach(), mg.zeros_like(value).detach()
    return value.detach(), mg.autograd.grad(s, u, retain_graph=True, materialize_grads=True)[0]
