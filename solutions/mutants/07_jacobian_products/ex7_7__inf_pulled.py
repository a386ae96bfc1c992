# law: finite
def dot_test(push, pull, x_shape, y_shape, seed):
    rng = np.random.default_rng(seed)
    v = rng.normal(size=x_shape)
    u = rng.normal(size=y_shape)
    pushed = push(v)
    pulled = pull(u)
    if np.shape(pushed) != tuple(y_shape) or np.shape(pulled) != tuple(x_shape):
        return False
    if not np.isfinite(pushed).all() or np.isnan(pulled).any():
        return False
    left, right = u * pushed, pulled * v
    measure = np.abs(left).sum() + np.abs(right).sum()
    return bool(abs(left.sum() - right.sum()) <= 1e-9 * measure)
