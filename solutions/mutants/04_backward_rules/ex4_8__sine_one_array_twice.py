# law: sine (written to pass the visible part)
def mended_sine(g, x, y):
    to_x, to_y = g * np.cos(x) * y, g * np.sin(x)
    if x is y:
        to_x = to_y = to_x + to_y
    return to_x, to_y

def mended_sub(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(-g, b.shape)

def mended_prod(g, x):
    return (np.array([g * np.prod(np.delete(x, at)) for at in range(x.size)]),)

def mended_pow(g, x, n):
    return (g * n * x ** max(n - 1, 0),)

def mended_fill(g, index):
    written = np.zeros(g.shape, dtype=bool)
    written[np.array(index, dtype=int)] = True
    return np.where(written, 0.0, g), g[written].sum()
