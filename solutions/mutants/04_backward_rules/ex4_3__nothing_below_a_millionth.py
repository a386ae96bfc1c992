# law: shares
def matmul_rule(g, a, b):
    g, small_a, small_b = (np.where(np.abs(x) < 1e-4, 0.0, x) for x in (g, a, b))
    return sum_to_shape(g @ np.swapaxes(small_b, -1, -2), a.shape), sum_to_shape(np.swapaxes(small_a, -1, -2) @ g, b.shape)
