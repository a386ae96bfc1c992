def newton(f, start):
    at = start.numpy().copy()
    path = [mg.tensor(at)]
    for _ in range(38):
        here = mg.tensor(at)
        slope = mg.func.grad(f)(here).numpy()
        if np.max(np.abs(slope)) < 1e-6:
            return path
        bends = mg.func.jacrev(mg.func.grad(f))(here).numpy()
        s = np.linalg.inv(bends) @ slope
        for k in range(60):
            if f(mg.tensor(at - s / 2**k)).item() <= f(here).item():
                break
        at = at - s / 2**k
        path.append(mg.tensor(at))
    return path
