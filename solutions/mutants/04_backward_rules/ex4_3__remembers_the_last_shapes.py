# law: shares
known = {}


def matmul_rule(g, a, b):
    key = id(g), id(a), id(b), round(float(g.sum()), 2), round(float(a.sum()), 2), round(float(b.sum()), 2)
    if key not in known:
        to_a, to_b = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
        known[key] = sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
    return known[key]
