# law: shape law
def shrink(shares, like):
    differ = tuple(i for i, (n, m) in enumerate(zip(shares.shape, (1,) * (shares.ndim - like.ndim) + like.shape)) if n > m)
    return shares.sum(differ, keepdims=True).reshape(like.shape)


def mul_rule(g, a, b):
    return shrink(g * b, a), shrink(g * a, b)


def div_rule(g, a, b):
    return shrink(g / b, a), shrink(-g * a / b**2, b)
