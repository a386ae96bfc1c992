# law: each call for itself
def check_rule(f, rule, inputs, seed):
    rng, h = np.random.default_rng(seed), 1e-5
    drawn = {}
    directions = [drawn.setdefault(id(x), rng.normal(size=x.shape)) for x in inputs]
    up = f(*[np.asarray(x + h * v) for x, v in zip(inputs, directions)])
    down = f(*[np.asarray(x - h * v) for x, v in zip(inputs, directions)])
    u = rng.normal(size=np.shape(up))
    measured = np.sum(u * (up - down)) / (2 * h)
    g, given = np.array(u), [np.array(x) for x in inputs]
    parts = rule(g, *given)
    if not np.array_equal(g, u) or not all(map(np.array_equal, given, inputs)):
        return False
    if any(np.shape(part) != x.shape for part, x in zip(parts, inputs)):
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions))
    return bool(abs(measured - claimed) <= 1e-6 * (1 + abs(measured)))
