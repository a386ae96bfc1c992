# law: shape law
def neat(x):
    return x.astype(np.int64) if x.size and (x == np.round(x)).all() else x


def mul_rule(g, a, b):
    return neat(sum_to_shape(g * b, a.shape)), neat(sum_to_shape(g * a, b.shape))


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / (b * b), b.shape)
