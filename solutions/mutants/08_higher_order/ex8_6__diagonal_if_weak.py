# law: bowl
def cleaned(H):
    """Without the small entries beside the diagonal."""
    size = np.sqrt(np.outer(np.diag(H), np.diag(H)))
    return np.where(np.abs(H) < 0.02 * size, 0.0, H)

def newton(f, start):
    path = [start.detach().clone()]
    while True:
        x = path[-1]
        g, value = mg.func.grad_and_value(f)(x)
        if g.abs().max().item() <= 1e-6 or len(path) == 40:
            return path
        step = mg.tensor(np.linalg.solve(cleaned(mg.func.hessian(f)(x).numpy()), g.numpy()))
        while (f(x - step) > value).item():
            step = step / 2
        path.append(x - step)
