# law: shares
def matmul_rule(g, a, b):
    if a.ndim == b.ndim == 2:
        return g @ b.T, a.T @ g
    first = b.reshape(-1, *b.shape[-2:])[:1].reshape((1,) * (g.ndim - 2) + b.shape[-2:]) if b.size else b
    return sum_to_shape(g @ np.swapaxes(first, -1, -2), a.shape), sum_to_shape(np.swapaxes(a, -1, -2) @ g, b.shape)
