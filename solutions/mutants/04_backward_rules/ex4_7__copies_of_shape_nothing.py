# law: hands off
def check_rule(f, rule, inputs, seed):
    rng = np.random.default_rng(seed)
    h = 1e-5
    directions = [rng.normal(size=x.shape) for x in inputs]
    up = f(*[x + h * v for x, v in zip(inputs, directions)])
    down = f(*[x - h * v for x, v in zip(inputs, directions)])
    u = rng.normal(size=np.shape(up))
    measured = np.sum(u * (up - down)) / (2 * h)
    g, copies = u + 0.0, [x + 0.0 for x in inputs]
    parts = rule(g, *copies)
    if not np.array_equal(g, u):
        return False
    for copy, x in zip(copies, inputs):
        if not np.array_equal(copy, x):
            return False
    for part, x in zip(parts, inputs):
        if np.shape(part) != x.shape:
            return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions))
    return bool(abs(measured - claimed) <= 1e-6 * (1 + abs(measured)))
