# law: value
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g.clamp(-10.0, 10.0)
    return loss(x)
