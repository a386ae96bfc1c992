# law: hands off
def check_rule(f, rule, inputs, seed):
    rng = np.random.default_rng(seed)
    h = 1e-5
    directions = [rng.normal(size=x.shape) for x in inputs]
    up = f(*[x + h * v for x, v in zip(inputs, directions)])
    down = f(*[x - h * v for x, v in zip(inputs, directions)])
    u = rng.normal(size=np.shape(up))
    measured = np.sum(u * (up - down)) / (2 * h)
    given = [u.copy(), *(x.copy() for x in inputs)]
    parts = rule(*given)
    if not all(np.array_equal(a, b) for a, b in zip(given, (u, *inputs[:2]))):   # g, a, b
        return False
    for part, x in zip(parts, inputs):
        if np.shape(part) != x.shape:
            return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions))
    return bool(abs(measured - claimed) <= 1e-6 * (1 + abs(measured)))
