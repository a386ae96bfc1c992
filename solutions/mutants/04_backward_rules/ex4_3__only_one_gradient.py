# law: pair
def matmul_rule(g, a, b):
    return sum_to_shape(g @ np.swapaxes(b, -1, -2), a.shape)
