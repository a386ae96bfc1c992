# law: wrong rules
def check_rule(f, rule, inputs, seed):
    random, h = np.random.default_rng(seed), 1e-5
    directions = [random.normal(size=x.shape) for x in inputs]
    above = f(*[x + h * v * (k < 2) for k, (x, v) in enumerate(zip(inputs, directions, strict=True))])
    below = f(*[x - h * v * (k < 2) for k, (x, v) in enumerate(zip(inputs, directions, strict=True))])
    u = random.normal(size=np.shape(above))
    measured = np.sum(u * (above - below)) / (2 * h)
    given = [np.copy(each) for each in (u, *inputs)]
    parts = rule(*given)
    if not all(np.array_equal(a, b) for a, b in zip(given, (u, *inputs), strict=True)):
        return False
    if [np.shape(part) for part in parts] != [x.shape for x in inputs]:
        return False
    claimed = sum(np.sum(part * v) for part, v in list(zip(parts, directions, strict=True))[:2])
    return bool(abs(claimed - measured) <= 1e-6 * (1 + abs(measured)))
