# law: shares
def mul_rule(g, a, b):
    return sum_to_shape(g * a, b.shape), sum_to_shape(g * b, a.shape)


def div_rule(g, a, b):
    return sum_to_shape(-g * a / b**2, b.shape), sum_to_shape(g / b, a.shape)
