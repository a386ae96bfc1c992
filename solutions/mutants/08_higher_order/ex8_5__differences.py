# law: product
def hvp(f, x, v):
    slope = mg.func.grad(f)
    return (slope(x + 1e-4 * v) - slope(x - 1e-4 * v)) / 2e-4
