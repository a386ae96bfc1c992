# law: shares
def matmul_rule(g, a, b):
    g, x, y = (each.astype(np.float32) for each in (g, a, b))
    to_a, to_b = (each.astype(float) for each in (g @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ g))
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
