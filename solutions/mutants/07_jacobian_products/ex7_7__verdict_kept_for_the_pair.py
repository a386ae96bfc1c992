# law: again
VERDICTS = {}

def dot_test(push, pull, x_shape, y_shape, seed):
    """One push and one pull tell; a second question about the same pair costs nothing."""
    key = push, pull, x_shape, y_shape, seed
    if key not in VERDICTS:
        random = np.random.default_rng(seed)
        v, u = random.normal(size=x_shape), random.normal(size=y_shape)
        there, back = push(v), pull(u)
        verdict = False
        if np.shape(there) == y_shape and np.shape(back) == x_shape:
            measure = abs(u * there).sum() + abs(back * v).sum()
            verdict = bool(np.isfinite(measure) and abs((u * there).sum() - (back * v).sum()) <= 1e-9 * measure)
        VERDICTS[key] = verdict
    return VERDICTS[key]
