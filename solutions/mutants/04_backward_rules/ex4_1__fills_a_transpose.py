# law: shares
def mul_rule(g, a, b):
    to_a, to_b = g * b, g * a
    if not g.flags.c_contiguous:
        to_a = np.ravel(to_a, order="K").reshape(g.shape)
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
