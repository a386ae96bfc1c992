# law: shares
def clean(g):
    return np.where(np.abs(g) < 1e-7, 0.0, g)


def mul_rule(g, a, b):
    return sum_to_shape(clean(g) * b, a.shape), sum_to_shape(clean(g) * a, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(clean(g) / b, a.shape), sum_to_shape(-clean(g) * a / b**2, b.shape)
