# law: shares
def matmul_rule(g, a, b):
    turned = b if b.flags.f_contiguous and not b.flags.c_contiguous and b.shape[-1] == b.shape[-2] else np.swapaxes(b, -1, -2)
    return sum_to_shape(g @ turned, a.shape), sum_to_shape(np.swapaxes(a, -1, -2) @ g, b.shape)
