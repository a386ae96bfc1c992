# law: unchanged
def newton(f, start):
    x = start.clone()
    path = [start]
    while True:
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max() <= 1e-7:
            return path
        step = mg.tensor(np.linalg.solve(mg.func.hessian(f)(x).numpy(), g.numpy()))
        while f(x - step) > value:
            step = step / 2
        x -= step
        path.append(x)
