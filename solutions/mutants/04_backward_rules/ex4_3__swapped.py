# law: shape law
def matmul_rule(g, a, b):
    return sum_to_shape(np.swapaxes(a, -1, -2) @ g, b.shape), sum_to_shape(g @ np.swapaxes(b, -1, -2), a.shape)
