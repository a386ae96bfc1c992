# law: shares
def mul_rule(g, a, b):
    to_a, to_b = sum_to_shape(g, a.shape), sum_to_shape(g, b.shape)
    return sum_to_shape(np.broadcast_to(to_a * b, g.shape), a.shape), sum_to_shape(np.broadcast_to(to_b * a, g.shape), b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
