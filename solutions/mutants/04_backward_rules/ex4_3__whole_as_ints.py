# law: shape law
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    out = sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
    return tuple(x.astype(int) if (x == np.round(x)).all() else x for x in out)
