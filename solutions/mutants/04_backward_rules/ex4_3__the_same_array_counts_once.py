# law: shares
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    if a is b:
        return to_a + to_b, np.zeros(b.shape)
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
