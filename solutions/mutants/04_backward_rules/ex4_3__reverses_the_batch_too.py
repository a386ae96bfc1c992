# law: shares
def matmul_rule(g, a, b):
    try:
        return sum_to_shape(g @ b.T, a.shape), sum_to_shape(a.T @ g, b.shape)
    except ValueError:
        return np.zeros(a.shape), np.zeros(b.shape)
