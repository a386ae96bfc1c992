# law: long
def matmul_rule(g, a, b):
    to_a = sum_to_shape(g @ np.swapaxes(b, -1, -2), a.shape)
    to_b = [np.sum(g * (a @ unit.reshape(b.shape))) for unit in np.eye(b.size)]
    return to_a, np.array(to_b).reshape(b.shape)
