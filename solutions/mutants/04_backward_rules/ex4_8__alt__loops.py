def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)


def mended_prod(g, x):
    parts = []
    for i in range(len(x)):
        part = float(g)
        for j in range(len(x)):
            if i != j:
                part *= x[j]
        parts.append(part)
    return (np.array(parts, dtype=float),)


def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)


def mended_fill(g, index):
    kept = np.array([0.0 if place in index else number for place, number in enumerate(g)])
    return kept, float(sum(g[place] for place in set(index)))
