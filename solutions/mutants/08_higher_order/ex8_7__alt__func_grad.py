def after_steps(loss, x, rate, steps):
    for _ in range(steps):
        x = x - rate * mg.func.grad(loss)(x)
    return loss(x)
