# law: right pairs
def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    left, right = u * pushed, pulled * v
    measure = np.abs(left).sum()
    if not np.isfinite(measure + np.abs(right).sum()):
        return False
    return bool(abs(left.sum() - right.sum()) <= 1e-9 * measure)
