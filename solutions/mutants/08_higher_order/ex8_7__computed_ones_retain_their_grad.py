# law: unchanged
def after_steps(loss, x, rate, steps):
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for each in (x, rate):
        if not each.is_leaf:
            each.retain_grad()   # so that both can be asked for afterwards
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    return loss(x)
