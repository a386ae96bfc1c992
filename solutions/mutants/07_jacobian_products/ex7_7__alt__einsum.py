def flat_product(a, b):
    return np.reshape(a, -1) * np.reshape(b, -1)


def dot_test(push, pull, x_shape, y_shape, seed):
    r = np.random.default_rng(seed)
    v, u = (r.normal(size=shape) for shape in (x_shape, y_shape))
    jv, ju = push(v), pull(u)
    fits = np.shape(jv) == y_shape and np.shape(ju) == x_shape
    if fits:
        every = np.concatenate([flat_product(u, jv), -flat_product(ju, v)])
        fits = bool(np.isfinite(every).all()) and abs(every.sum()) <= 1e-9 * abs(every).sum()
    return bool(fits)
