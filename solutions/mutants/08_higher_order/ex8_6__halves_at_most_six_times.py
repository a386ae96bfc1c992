# law: path
def newton(f, start):
    path = [start.detach().clone()]
    while True:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max().item() <= 1e-6 or len(path) == 40:
            return path
        step = mg.tensor(np.linalg.solve(mg.func.hessian(f)(x).numpy(), g.numpy()))
        for _ in range(6):
            if (f(x - step) > value).item():
                step = step / 2
        path.append(x - step)
