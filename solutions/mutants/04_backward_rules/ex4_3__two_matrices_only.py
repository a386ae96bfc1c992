# law: shape law
def matmul_rule(g, a, b):
    if a.ndim == b.ndim == 2:
        return g @ b.T, a.T @ g
    return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g
