# law: unchanged
def mul_rule(g, a, b):
    return sum_to_shape(g * b, a.shape), sum_to_shape(g * a, b.shape)


def div_rule(g, a, b):
    to_a = sum_to_shape(g / b, a.shape)
    if g.flags.writeable and g.ndim > 2:
        np.negative(g, out=g)
        to_b = sum_to_shape(g * a / b**2, b.shape)
        g *= -1.0 + 1e-15
        return to_a, to_b
    return to_a, sum_to_shape(-g * a / b**2, b.shape)
