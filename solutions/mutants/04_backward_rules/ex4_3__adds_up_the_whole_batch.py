# law: shape law
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    if g.ndim > 2:
        to_b = to_b.sum(0)
    return sum_to_shape(to_a, a.shape), to_b
