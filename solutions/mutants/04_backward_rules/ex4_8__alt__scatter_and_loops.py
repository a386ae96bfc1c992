def mended_sine(g, x, y):
    return tuple([g * y * np.cos(x), g * np.sin(x)])


def mended_sub(g, a, b):
    parts = []
    for part, shape in ((g, a.shape), (-1 * g, b.shape)):
        while part.ndim > len(shape):
            part = part.sum(axis=0)
        for k in range(len(shape)):
            if shape[k] == 1:
                part = part.sum(axis=k, keepdims=True)
        parts.append(part)
    return tuple(parts)


def mended_prod(g, x):
    others = np.where(np.eye(len(x), dtype=bool), 1.0, x)
    return (g * others.prod(axis=1),)


def mended_pow(g, x, n):
    slope = np.zeros(np.shape(x)) if n == 0 else n * np.power(x, n - 1)
    return (slope * g,)


def mended_fill(g, index):
    along_x, along_v = g.copy(), 0.0
    for place in dict.fromkeys(index):
        along_v += g[place]
        along_x[place] = 0.0
    return along_x, along_v
