# law: shape law
def mul_rule(g, a, b):
    g, a, b = (np.asarray(x, dtype=np.longdouble) for x in (g, a, b))
    return sum_to_shape(g * b, a.shape), sum_to_shape(g * a, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / (b * b), b.shape)
