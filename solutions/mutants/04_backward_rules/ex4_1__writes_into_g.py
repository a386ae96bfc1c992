# law: unchanged
def mul_rule(g, a, b):
    to_b = sum_to_shape(g * a, b.shape)
    if g.flags.writeable:
        g *= b
    else:
        g = g * b
    return sum_to_shape(g, a.shape), to_b


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
