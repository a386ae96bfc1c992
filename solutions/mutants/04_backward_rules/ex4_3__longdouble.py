# law: shape law
def matmul_rule(g, a, b):
    g, a, b = (np.asarray(x, dtype=np.longdouble) for x in (g, a, b))
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
