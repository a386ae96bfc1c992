def matmul_rule(g, a, b):
    batch = g.shape[:-2]
    to_a, to_b = np.zeros(batch + a.shape[-2:]), np.zeros(batch + b.shape[-2:])
    many_a, many_b = np.broadcast_to(a, to_a.shape), np.broadcast_to(b, to_b.shape)
    for index in np.ndindex(batch):
        to_a[index] = g[index] @ many_b[index].T
        to_b[index] = many_a[index].T @ g[index]
    return sum_to_shape(to_a, a.shape), sum_to_shape(to_b, b.shape)
