# law: shares
def shrink(g, shape):
    whole = sum_to_shape(g, shape)
    return whole * (whole.size / max(1, g.size))


def mul_rule(g, a, b):
    return shrink(g * b, a.shape), shrink(g * a, b.shape)


def div_rule(g, a, b):
    return shrink(g / b, a.shape), shrink(-g * a / b**2, b.shape)
