# law: shares
def matmul_rule(g, a, b):
    g, x, y = (each.astype(np.float32) for each in (g, a, b))
    return sum_to_shape(g @ np.swapaxes(y, -1, -2), a.shape), sum_to_shape(np.swapaxes(x, -1, -2) @ g, b.shape)
