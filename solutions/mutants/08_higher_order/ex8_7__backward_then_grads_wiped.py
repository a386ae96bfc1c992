# law: unchanged
import warnings

def after_steps(loss, x, rate, steps):
    start = x
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for _ in range(steps):
        x = x * 1
        x.retain_grad()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loss(x).backward(create_graph=True)
        g, x.grad = x.grad, None
        x = x - rate * g
    rate.grad = None
    start.grad = None
    return loss(x)
