# law: end
known = {}

def newton(f, start):
    if start in known:   # by the object
        return list(known[start])
    path = [start]
    g, value = mg.func.grad_and_value(f)(start)
    while g.abs().max() > 1e-7:
        step = mg.tensor(np.linalg.solve(mg.func.hessian(f)(path[-1]).numpy(), g.numpy()))
        while f(path[-1] - step) > value:
            step = step / 2
        path.append(path[-1] - step)
        g, value = mg.func.grad_and_value(f)(path[-1])
    known[start] = list(path)
    return path
