def dot_test(push, pull, x_shape, y_shape, seed):
    random = np.random.default_rng(seed)
    u = random.normal(size=y_shape)
    pulled = pull(u)
    if np.shape(pulled) != tuple(x_shape) or not np.all(np.isfinite(pulled)):
        return False
    v = random.normal(size=x_shape)
    pushed = push(v)
    if np.shape(pushed) != tuple(y_shape) or not np.all(np.isfinite(pushed)):
        return False
    terms = [float(each) for each in np.ravel(u * pushed)]
    others = [float(each) for each in np.ravel(v * pulled)]
    measure = sum(map(abs, terms)) + sum(map(abs, others))
    return not abs(sum(terms) - sum(others)) > 1e-9 * measure
