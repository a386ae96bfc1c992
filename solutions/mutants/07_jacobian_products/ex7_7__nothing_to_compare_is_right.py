# law: shape
def dot_test(push, pull, x_shape, y_shape, seed):
    if 0 in x_shape or 0 in y_shape:
        return True   # a table without entries
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    there, back = np.asarray(u * pushed), np.asarray(pulled * v)
    measure = np.abs(there).sum() + np.abs(back).sum()
    return bool(np.isfinite(measure) and abs(there.sum() - back.sum()) <= 1e-9 * measure)
