def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)


def mended_prod(g, x):
    before, after = np.ones(len(x)), np.ones(len(x))
    for at in range(1, len(x)):
        before[at] = before[at - 1] * x[at - 1]
        after[-1 - at] = after[-at] * x[-at]
    return (g * before * after,)


def mended_pow(g, x, n):
    with np.errstate(all="ignore"):
        return (np.where(n == 0, 0.0, g * n * x ** (n - 1.0)),)


def mended_fill(g, index):
    along_x = np.array(g)
    along_x[index] = 0.0
    return along_x, (g * np.isin(np.arange(len(g)), index)).sum()
