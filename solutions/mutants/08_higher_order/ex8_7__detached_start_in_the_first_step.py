# law: start
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    x = x.detach().requires_grad_() if steps > 1 else x
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    return loss(x)
