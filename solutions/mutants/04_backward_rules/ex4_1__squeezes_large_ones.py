# law: shape law
def shrink(shares, like):
    found = sum_to_shape(shares, like.shape)
    return np.squeeze(found) if found.size > 100 else found


def mul_rule(g, a, b):
    return shrink(g * b, a), shrink(g * a, b)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
