# law: shares
def fit(shares, shape):
    if shape == ():
        return shares.ravel()[:1].sum()
    return sum_to_shape(shares, shape)


def mul_rule(g, a, b):
    return fit(g * b, a.shape), fit(g * a, b.shape)


def div_rule(g, a, b):
    return fit(g / b, a.shape), fit(-g * a / b**2, b.shape)
