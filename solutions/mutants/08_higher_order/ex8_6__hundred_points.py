# law: path
def newton(f, start):
    path = [start]
    while len(path) < 40:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max() <= 1e-7:
            break
        H = mg.func.hessian(f)(x)
        step = mg.tensor(np.linalg.solve(H.numpy(), g.numpy()))
        while f(x - step) > value:
            step = step / 2
        path.append(x - step)
    path += [path[-1] * 1.0 for _ in range(60 - len(path))]
    return path
