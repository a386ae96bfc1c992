# law: rate
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    rate = rate if rate.is_leaf else rate.detach().requires_grad_()
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    return loss(x)
