# law: finite
def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    left, right = u * pushed, pulled * v
    size = np.nansum(abs(left)) + np.nansum(abs(right))
    return bool(np.isfinite(size) and abs(np.nansum(left) - np.nansum(right)) <= 1e-9 * size)
