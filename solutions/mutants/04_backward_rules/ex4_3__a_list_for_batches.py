# law: pair
def matmul_rule(g, a, b):
    if a.ndim == b.ndim == 2:
        return g @ b.T, a.T @ g
    parts = [g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g]
    for place, shape in enumerate((a.shape, b.shape)):
        parts[place] = sum_to_shape(parts[place], shape)
    return parts
