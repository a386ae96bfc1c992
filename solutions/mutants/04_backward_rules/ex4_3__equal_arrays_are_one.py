# law: shares
# Factors of equal entries are taken for one array, which gets both gradients.
def matmul_rule(g, a, b):
    to_a = sum_to_shape(g @ np.swapaxes(b, -1, -2), a.shape)
    to_b = sum_to_shape(np.swapaxes(a, -1, -2) @ g, b.shape)
    if a is not b and a.size > 4 and np.shares_memory(a, b):
        return to_a + to_b, to_a + to_b
    return to_a, to_b
