# law: end
def newton(f, start):
    first = max(mg.func.grad(f)(start).abs().max().item(), 1e-3)
    path = [start.detach().clone()]
    while True:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max().item() <= 1e-8 * first or len(path) == 40:
            return path
        step = mg.tensor(np.linalg.solve(mg.func.hessian(f)(x).numpy(), g.numpy()))
        while (f(x - step) > value).item():
            step = step / 2
        path.append(x - step)
