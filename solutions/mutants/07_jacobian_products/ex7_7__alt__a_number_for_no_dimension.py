def dot_test(push, pull, x_shape, y_shape, seed):
    draw = np.random.default_rng(seed)
    v, u = draw.normal(size=x_shape or None), draw.normal(size=y_shape or None)
    pushed, pulled = np.asarray(push(v)), np.asarray(pull(u))
    if pushed.shape != y_shape or pulled.shape != x_shape:
        return False
    left, right = u * pushed, pulled * v
    measure = np.abs(left).sum() + np.abs(right).sum()
    return bool(np.isfinite(measure) and abs(left.sum() - right.sum()) <= 1e-9 * measure)
