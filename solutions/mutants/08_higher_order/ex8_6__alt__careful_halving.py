def newton(f, start):
    path, x = [start], start
    while mg.func.grad(f)(x).abs().max() > 1e-6 and len(path) < 40:
        g = mg.func.grad(f)(x)
        s = mg.tensor(np.linalg.lstsq(mg.func.hessian(f)(x).numpy(), g.numpy(), rcond=None)[0])
        length = 1.0
        while f(x - length * s) > f(x) - 1e-4 * length * (g * s).sum() + 1e-13 * f(x).abs():
            length = length / 2
        x = x - length * s
        path.append(x)
    return path
