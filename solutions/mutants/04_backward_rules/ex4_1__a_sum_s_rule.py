# law: shares
def mul_rule(g, a, b):
    return sum_to_shape(g, a.shape), sum_to_shape(g, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
