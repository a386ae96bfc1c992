# law: shares
def matmul_rule(g, a, b):
    return sum_to_shape(np.ones(g.shape) @ np.swapaxes(b, -1, -2), a.shape), sum_to_shape(np.swapaxes(a, -1, -2) @ np.ones(g.shape), b.shape)
