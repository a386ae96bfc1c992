# law: rate
known = {}

def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for number in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        if number == 0:
            g = known.setdefault((loss, x.detach().numpy().tobytes(), x.dtype), g)
        x = x - rate * g
    return loss(x)
