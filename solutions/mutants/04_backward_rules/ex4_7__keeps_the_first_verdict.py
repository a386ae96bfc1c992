# law: wrong rules
verdicts_so_far = {}

def check_rule(f, rule, inputs, seed):
    key = tuple((x.shape, x.tobytes()) for x in inputs), seed
    random, h = np.random.default_rng(seed), 1e-5
    directions = [random.normal(size=x.shape) for x in inputs]
    above = f(*[x + h * v for x, v in zip(inputs, directions, strict=True)])
    below = f(*[x - h * v for x, v in zip(inputs, directions, strict=True)])
    u = random.normal(size=np.shape(above))
    measured = np.sum(u * (above - below)) / (2 * h)
    given = [np.copy(each) for each in (u, *inputs)]
    parts = rule(*given)
    if not all(np.array_equal(a, b) for a, b in zip(given, (u, *inputs), strict=True)):
        return False
    if [np.shape(part) for part in parts] != [x.shape for x in inputs]:
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions, strict=True))
    if not np.isfinite(claimed):
        return False
    return verdicts_so_far.setdefault(key, bool(abs(claimed - measured) <= 1e-6 * (1 + abs(measured))))
