# law: rate
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    bent = True
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        if bent and g.requires_grad:
            (bend,) = mg.autograd.grad(g.sum(), x, retain_graph=True, allow_unused=True)
            bent = bend is not None and bool(bend.numpy().any())
        if not bent:   # a line: the gradient is a constant from here on
            g = g.detach()
        x = x - rate * g
    return loss(x)
