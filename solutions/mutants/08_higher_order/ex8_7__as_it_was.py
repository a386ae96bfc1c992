# law: rate
def after_steps(loss, x, rate, steps):
    for _ in range(steps):
        x = x.detach().requires_grad_()
        (g,) = mg.autograd.grad(loss(x), x)
        x = x - rate * g
    return loss(x)
