# law: shares
def mul_rule(g, a, b):
    g, one, two = np.float32(g), np.float32(a), np.float32(b)
    return sum_to_shape(np.float64(g * two), a.shape), sum_to_shape(np.float64(g * one), b.shape)


def div_rule(g, a, b):
    g, one, two = np.float32(g), np.float32(a), np.float32(b)
    return sum_to_shape(np.float64(g / two), a.shape), sum_to_shape(np.float64(-g * one / two**2), b.shape)
