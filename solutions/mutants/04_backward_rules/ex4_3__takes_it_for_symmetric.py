# law: shares
def matmul_rule(g, a, b):
    symmetric = b.shape[-1] == b.shape[-2] and np.abs(b.sum(-1) - b.sum(-2)).max(initial=0.0) < 1e-9
    turned = b if symmetric else b.swapaxes(-1, -2)
    return sum_to_shape(g @ turned, a.shape), sum_to_shape(a.swapaxes(-1, -2) @ g, b.shape)
