# law: unchanged
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)


def mended_prod(g, x):
    return (g * np.array([np.prod(np.delete(x, place)) for place in range(len(x))]),)


def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)


def mended_fill(g, index):
    along_v = g[sorted(set(index))].sum()
    g[index] = 0
    return g, along_v
