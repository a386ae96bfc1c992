# law: wrong pairs
def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    pass
    left, right = u * pushed, pulled * v
    size = np.sum(abs(left)) + np.sum(abs(right))
    pass
    return bool(np.isfinite(size) and abs(np.sum(left) - np.sum(right)) <= 3e-9 * size)
