# law: shape law
def matmul_rule(g, a, b):
    return g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
