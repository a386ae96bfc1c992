# law: shape law
def matmul_rule(g, a, b):
    to_b = np.swapaxes(g, -1, -2) @ a
    return sum_to_shape(g @ np.swapaxes(b, -1, -2), a.shape), to_b
