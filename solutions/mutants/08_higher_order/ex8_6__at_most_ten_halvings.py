# law: path
def newton(f, start):
    path = [start.clone()]
    while len(path) < 40:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max() <= 1e-6:
            break
        s = mg.tensor(np.linalg.solve(mg.func.hessian(f)(x).numpy(), g.numpy()))
        for _ in range(10):   # so that it ends
            if f(x - s) <= value:
                break
            s = s / 2
        path.append(x - s)
    return path
