# law: columns
def jvp_by_walks(f, primals, tangents):
    leaves = [p if not any(p is q for q in (*primals[:k], *tangents)) else p.clone() for k, p in enumerate(primals)]
    for leaf in leaves:
        leaf.requires_grad_(True)
    try:
        y = f(*leaves)
        tangent = mg.zeros_like(y)
        if y.requires_grad:
            u = mg.zeros_like(y).detach().requires_grad_(True)
            rows = mg.autograd.grad(y, leaves, u, create_graph=True, materialize_grads=True)
            s = sum((row * v).sum() for row, v in zip(rows, tangents))
            if s.requires_grad:
                (tangent,) = mg.autograd.grad(s, u, materialize_grads=True)
    finally:
        for leaf in leaves:
            leaf.requires_grad_(False)
    return y.detach(), tangent.detach()
