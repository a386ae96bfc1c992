def mended_sine(g, x, y):
    to_y = np.sin(x) * g
    return np.cos(x) * y * g, to_y

def mended_sub(g, a, b):
    def back(part, like):
        front = part.ndim - like.ndim
        axes = tuple(range(front)) + tuple(front + i for i, n in enumerate(like.shape) if n == 1)
        return part.sum(axis=axes).reshape(like.shape)
    return back(g, a), -back(g, b)

def mended_prod(g, x):
    before, after = np.ones(x.size), np.ones(x.size)
    for at in range(1, x.size):
        before[at] = before[at - 1] * x[at - 1]
        after[-1 - at] = after[-at] * x[-at]
    return (g * before * after,)

def mended_pow(g, x, n):
    if n == 0:
        return (np.zeros(x.shape),)
    return (g * n * x ** (n - 1),)

def mended_fill(g, index):
    places = sorted(set(index))
    along_x = g.copy()
    along_x[places] = 0
    return along_x, g[places].sum()
