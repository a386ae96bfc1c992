# law: value
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for _ in range(steps):
        value = loss(x)
        (g,) = mg.autograd.grad(value, x, create_graph=True)
        x = x - rate * g
    return value
