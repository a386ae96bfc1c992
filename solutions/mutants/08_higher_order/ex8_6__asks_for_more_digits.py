# law: bowl
def newton(f, start):
    path = [start.clone()]
    while len(path) < 40:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max() <= 1e-13:
            break
        s = mg.tensor(np.linalg.solve(mg.func.hessian(f)(x).numpy(), g.numpy()))
        while f(x - s) > value:
            s = s / 2
        path.append(x - s)
    return path
