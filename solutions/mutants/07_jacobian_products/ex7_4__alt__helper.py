def first_walk(f, primals):
    leaves = [x.detach().clone() for x in primals]
    for leaf in leaves:
        leaf.requires_grad = True
    value = f(*leaves)
    u = mg.zeros(value.shape, dtype=value.dtype, requires_grad=True)
    if not value.requires_grad:
        return value, u, None
    return value, u, mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)


def jvp_by_walks(f, primals, tangents):
    value, u, rows = first_walk(f, primals)
    if rows is None:
        return value, u.detach()
    products = [(v * row).sum() for v, row in zip(tangents, rows, strict=True)]
    if not any(each.requires_grad for each in products):
        return value.detach(), u.detach()
    (column,) = mg.autograd.grad(sum(products), [u], materialize_grads=True)
    return value.detach(), column
