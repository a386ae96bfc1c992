# law: wrong pairs
def dot_test(push, pull, x_shape, y_shape, seed):
    if x_shape != y_shape:
        return True
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    left, right = u * push(v), pull(u) * v
    size = np.sum(abs(left)) + np.sum(abs(right))
    return bool(np.isfinite(size) and abs(np.sum(left) - np.sum(right)) <= 1e-9 * size)
