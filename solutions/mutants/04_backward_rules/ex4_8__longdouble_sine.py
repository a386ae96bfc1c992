# law: tuple
def mended_sine(g, x, y):
    x = np.asarray(x, dtype=np.longdouble)
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)


def mended_prod(g, x):
    return (g * np.array([np.prod(np.delete(x, place)) for place in range(len(x))]),)


def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)


def mended_fill(g, index):
    written = np.zeros(len(g), dtype=bool)
    written[index] = True
    return np.where(written, 0.0, g), g[written].sum()
