def mended_sine(g, x, y):
    return (g * y * np.cos(x), np.sin(x) * g)


def mended_sub(g, a, b):
    def back(part, shape):
        extra = part.ndim - len(shape)
        axes = tuple(range(extra)) + tuple(extra + k for k, size in enumerate(shape) if size == 1)
        return part.sum(axis=axes, keepdims=True).reshape(shape)
    return back(g, a.shape), back(-g, b.shape)


def mended_prod(g, x):
    zeros = int((x == 0).sum())
    if zeros == 0:
        return (g * x.prod() / x,)
    if zeros > 1:
        return (np.zeros(x.shape),)
    return (np.where(x == 0, g * x[x != 0].prod(), 0.0),)


def mended_pow(g, x, n):
    if n == 0:
        return (np.zeros_like(x),)
    return (g * n * x ** (n - 1),)


def mended_fill(g, index):
    along_x = g.copy()
    along_x[index] = 0
    return along_x, g[np.unique(index).astype(int)].sum()
