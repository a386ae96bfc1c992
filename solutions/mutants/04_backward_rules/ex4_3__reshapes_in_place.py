# law: shares
def matmul_rule(g, a, b):
    flat = np.ravel(g, order="K").reshape(g.shape)
    return sum_to_shape(flat @ np.swapaxes(b, -1, -2), a.shape), sum_to_shape(np.swapaxes(a, -1, -2) @ flat, b.shape)
