# law: shape law
def matmul_rule(g, a, b):
    to_a = np.swapaxes(g, -1, -2) @ b
    to_b = a @ np.swapaxes(g, -1, -2)
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
