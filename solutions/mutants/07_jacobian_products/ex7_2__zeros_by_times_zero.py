# law: zeros
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(p * 0 for p in primals)
        rows = mg.autograd.grad(value, leaves, v, retain_graph=True, allow_unused=True)
        return tuple(p * 0 if row is None else row for row, p in zip(rows, primals))

    return value.detach(), pull
