def matmul_rule(g, a, b):
    to_a = np.einsum("...ij,...kj->...ik", g, b)
    to_b = np.einsum("...ik,...ij->...kj", a, g)
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
