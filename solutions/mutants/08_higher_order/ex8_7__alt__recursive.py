def after_steps(loss, x, rate, steps):
    if steps == 0:
        return loss(x)
    here = x if x.requires_grad else x.clone().requires_grad_()
    slope = mg.autograd.grad(loss(here), [here], create_graph=True)[0]
    return after_steps(loss, here - slope * rate, rate, steps - 1)
