# law: allowed names
def mended_sine(g, x, y):
    return g * np.cos(x) * y, g * np.sin(x)


def mended_sub(g, a, b):
    a, b = (mg.tensor(each, requires_grad=True) for each in (a, b))
    grads = mg.autograd.grad(a - b, (a, b), mg.tensor(g))
    return tuple(each.numpy() for each in grads)


def mended_prod(g, x):
    return (g * np.array([np.prod(np.delete(x, place)) for place in range(len(x))]),)


def mended_pow(g, x, n):
    x = mg.tensor(x, requires_grad=True)
    return (mg.autograd.grad(x**n, x, mg.tensor(g))[0].numpy(),)


def mended_fill(g, index):
    written = np.zeros(len(g), dtype=bool)
    written[index] = True
    return np.where(written, 0.0, g), g[written].sum()
