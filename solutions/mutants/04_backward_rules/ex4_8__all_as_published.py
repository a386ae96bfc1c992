# law: sine
def mended_sine(g, x, y):
    return g * np.cos(x) * y, -g * np.sin(x)


def mended_sub(g, a, b):
    return g, -g


def mended_prod(g, x):
    return (g * x.prod() / x,)


def mended_pow(g, x, n):
    return (g * n * x ** (n - 1.0),)


def mended_fill(g, index):
    along_x = g.copy()
    along_x[index] = 0
    return along_x, g[index].sum()
