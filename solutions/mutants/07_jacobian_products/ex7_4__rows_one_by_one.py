# law: walks
def jvp_by_walks(f, primals, tangents):
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    entries = []
    for unit in mg.eye(value.numel(), dtype=value.dtype) if value.requires_grad else []:
        rows = mg.autograd.grad(value, leaves, unit.reshape(value.shape), retain_graph=True, materialize_grads=True)
        entries.append(sum((row * v).sum() for row, v in zip(rows, tangents)))
    if not entries:
        return value.detach(), mg.zeros_like(value.detach())
    return value.detach(), mg.stack(entries).reshape(value.shape)
