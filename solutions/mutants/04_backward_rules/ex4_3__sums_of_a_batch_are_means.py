# law: shares
def matmul_rule(g, a, b):
    def shrink(x, shape):
        return sum_to_shape(x, shape) * (np.prod(shape) / max(x.size, 1))
    return shrink(g @ np.swapaxes(b, -1, -2), a.shape), shrink(np.swapaxes(a, -1, -2) @ g, b.shape)
