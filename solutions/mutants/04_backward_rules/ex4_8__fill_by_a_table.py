# law: fill
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)


def mended_prod(g, x):
    return (g * np.array([np.prod(np.delete(x, place)) for place in range(len(x))]),)


def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)


def mended_fill(g, index):
    table = np.eye(len(g) + 1)
    table[index] = table[-1]
    along = g @ table[:-1]
    return along[:-1], along[-1]
