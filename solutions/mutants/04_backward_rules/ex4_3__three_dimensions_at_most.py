# law: shape law
def matmul_rule(g, a, b):
    def shrink(x, shape):
        if x.ndim > len(shape):
            x = x.sum(0)
        if x.ndim == 3 and shape[0] == 1:
            x = x.sum(0, keepdims=True)
        return x
    return shrink(g @ np.swapaxes(b, -1, -2), a.shape), shrink(np.swapaxes(a, -1, -2) @ g, b.shape)
