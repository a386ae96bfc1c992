# law: sub
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def in_front(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    return g if g.shape == shape else g.sum(axis=-1, keepdims=True)

def mended_sub(g, a, b):
    return in_front(g, a.shape), -in_front(g, b.shape)


def mended_prod(g, x):
    return (g * np.array([np.prod(np.delete(x, place)) for place in range(len(x))]),)


def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)


def mended_fill(g, index):
    written = np.zeros(len(g), dtype=bool)
    written[index] = True
    return np.where(written, 0.0, g), g[written].sum()
