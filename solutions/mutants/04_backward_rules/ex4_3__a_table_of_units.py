# law: long
def matmul_rule(g, a, b):
    to_a = [np.sum(g * (unit.reshape(a.shape) @ b)) for unit in np.eye(a.size)]
    to_b = [np.sum(g * (a @ unit.reshape(b.shape))) for unit in np.eye(b.size)]
    return np.array(to_a).reshape(a.shape), np.array(to_b).reshape(b.shape)
