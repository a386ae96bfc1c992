# law: shares
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    if a.shape[-2] == 1 and a.shape[:-2] == b.shape[:-2] and a.ndim > 3:
        to_a = np.broadcast_to(to_a.sum(-3, keepdims=True), to_a.shape)
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
