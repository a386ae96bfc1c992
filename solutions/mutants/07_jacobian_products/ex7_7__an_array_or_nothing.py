# law: right pairs
def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    v = random.normal(size=x_shape)
    u = random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if not isinstance(pulled, np.ndarray) or pulled.shape != x_shape or np.shape(pushed) != y_shape:
        return False
    if not (np.isfinite(pushed).all() and np.isfinite(pulled).all()):
        return False
    left, right = u * pushed, pulled * v
    measure = np.abs(left).sum() + np.abs(right).sum()
    return bool(abs(left.sum() - right.sum()) <= 1e-9 * measure)
