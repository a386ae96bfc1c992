def dot_test(push, pull, x_shape, y_shape, seed):
    draw = np.random.default_rng(seed).normal
    v = draw(size=x_shape)
    u = draw(size=y_shape)
    there = np.asarray(push(v), dtype=float)
    back = np.asarray(pull(u), dtype=float)
    if (there.shape, back.shape) != (y_shape, x_shape):
        return False
    if not (np.isfinite(there).all() and np.isfinite(back).all()):
        return False
    a = np.ravel(there) * np.ravel(u)
    b = np.ravel(back) * np.ravel(v)
    return abs(a.sum() - b.sum()) <= 1e-9 * (np.abs(a).sum() + np.abs(b).sum())
