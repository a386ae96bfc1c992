# law: earlier
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)

def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)

def mended_prod(g, x):
    return (np.array([g * np.delete(x, at).prod() for at in range(x.size)], dtype=float),)

def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)

kept = {}

def mended_fill(g, index):
    written = np.zeros(len(g), dtype=bool)
    written[index] = True
    along_x = kept.setdefault(g.shape, np.zeros(g.shape))
    along_x[:] = np.where(written, 0.0, g)
    return along_x, g[written].sum()
