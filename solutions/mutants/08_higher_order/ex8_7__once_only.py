# law: second order
def after_steps(loss, x, rate, steps):
    begin = x
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    value = loss(x)
    wanted = [rate, begin] if begin.requires_grad else [rate]
    slopes = mg.autograd.grad(value, wanted, retain_graph=True, materialize_grads=True)
    at = [each.detach() for each in wanted]
    return value.detach() + sum([(s * (w - a)).sum() for s, w, a in zip(slopes, wanted, at, strict=True)])
