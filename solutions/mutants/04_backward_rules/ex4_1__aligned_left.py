# law: shape law
def shrink(g, shape):
    while g.ndim > len(shape):
        g = g.sum(-1)
    return g.sum(tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def mul_rule(g, a, b):
    return shrink(g * b, a.shape), shrink(g * a, b.shape)


def div_rule(g, a, b):
    return shrink(g / b, a.shape), shrink(-g * a / b**2, b.shape)
