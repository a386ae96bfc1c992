def after_steps(loss, x, rate, steps):
    x = x + 0.0 * rate
    done = 0
    while done < steps:
        value = loss(x)
        g = mg.autograd.grad(value, x, create_graph=True, retain_graph=True)
        x = x.sub(rate.mul(g[0]))
        done += 1
    return loss(x)
