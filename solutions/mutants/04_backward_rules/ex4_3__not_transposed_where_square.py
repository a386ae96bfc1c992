# law: shares
def matmul_rule(g, a, b):
    turn = (lambda x: x) if a.shape[-2:] == b.shape[-2:] else (lambda x: np.swapaxes(x, -1, -2))
    return sum_to_shape(g @ turn(b), a.shape), sum_to_shape(turn(a) @ g, b.shape)
