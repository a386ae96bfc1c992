# law: fill
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)

def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)

def mended_prod(g, x):
    return (np.array([g * np.delete(x, at).prod() for at in range(x.size)], dtype=float),)

def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)

def mended_fill(g, index):
    along_x = g.copy()
    along_x[index] = 0
    return along_x, g.sum() - along_x.sum()
