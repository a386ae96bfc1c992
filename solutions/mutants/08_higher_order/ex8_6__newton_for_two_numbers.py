# law: end
def newton(f, start):
    x, path = start, [start]
    while len(path) < 12 or (x.numel() < 4 and len(path) < 40):
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max() <= 1e-7:
            break
        H = mg.func.hessian(f)(x)
        step = mg.tensor((np.linalg.solve(H.numpy(), g.numpy()) if g.numel() < 4 else g.numpy() / np.diag(H.numpy())))
        while f(x - step) > value:
            step = step / 2
        path.append(x - step)
    return path
