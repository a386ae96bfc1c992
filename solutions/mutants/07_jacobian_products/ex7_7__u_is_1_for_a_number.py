# law: drawn
def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    v = random.normal(size=x_shape)
    u = random.normal(size=y_shape) if y_shape else np.float64(1.0)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    left, right = np.sum(u * pushed), np.sum(pulled * v)
    measure = np.sum(np.abs(u * pushed)) + np.sum(np.abs(pulled * v))
    return bool(np.isfinite(measure) and abs(left - right) <= 1e-9 * measure)
