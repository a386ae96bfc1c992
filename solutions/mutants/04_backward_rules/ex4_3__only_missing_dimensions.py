# law: shape law
def matmul_rule(g, a, b):
    to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
    while to_a.ndim > a.ndim:
        to_a = to_a.sum(0)
    while to_b.ndim > b.ndim:
        to_b = to_b.sum(0)
    return to_a, to_b
