# law: pair
def mul_rule(g, a, b):
    return np.stack([sum_to_shape(g * b, a.shape).sum(), sum_to_shape(g * a, b.shape).sum()])


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
