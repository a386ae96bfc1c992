# law: shares
def mul_rule(g, a, b):
    y = a * b
    with np.errstate(divide="ignore", invalid="ignore"):
        return sum_to_shape(g * np.where(a == 0, 0.0, y / a), a.shape), sum_to_shape(g * np.where(b == 0, 0.0, y / b), b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
