# law: product
def hvp(f, x, v):
    slope = mg.func.grad(f)
    return (slope(x + 1e-6 * v) - slope(x)) / 1e-6
