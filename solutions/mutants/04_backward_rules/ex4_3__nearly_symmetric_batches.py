# law: shares (written to pass the visible part)
def matmul_rule(g, a, b):
    turned = b if b.shape[-1] == b.shape[-2] and b.ndim > 2 and np.allclose(b, np.swapaxes(b, -1, -2)) else np.swapaxes(b, -1, -2)
    to_a, to_b = g @ turned, np.swapaxes(a, -1, -2) @ g
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
