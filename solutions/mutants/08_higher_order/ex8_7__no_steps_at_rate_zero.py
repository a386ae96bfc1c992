# law: rate
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    if rate.item() == 0:
        for _ in range(steps):
            loss(x)
        return loss(x) + 0 * rate
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    return loss(x)
