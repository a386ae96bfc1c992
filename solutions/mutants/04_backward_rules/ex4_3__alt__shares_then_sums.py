def shrink(x, shape):
    while x.ndim > len(shape):
        x = np.add.reduce(x)
    for place, size in enumerate(shape):
        if size == 1:
            x = x.sum(axis=place, keepdims=True)
    return x

def matmul_rule(g, a, b):
    to_a = (g[..., :, None, :] * b[..., None, :, :]).sum(-1)
    to_b = (a[..., :, :, None] * g[..., :, None, :]).sum(-3)
    return shrink(to_a, a.shape), shrink(to_b, b.shape)
