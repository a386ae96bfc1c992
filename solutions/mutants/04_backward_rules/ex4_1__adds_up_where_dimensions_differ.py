# law: shape law
def shrink(shares, like):
    return shares if shares.ndim == like.ndim else sum_to_shape(shares, like.shape)


def mul_rule(g, a, b):
    return shrink(g * b, a), shrink(g * a, b)


def div_rule(g, a, b):
    return shrink(g / b, a), shrink(-g * a / b**2, b)
