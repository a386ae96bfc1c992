# law: upstream
def check_rule(f, rule, inputs, seed):
    random, h = np.random.default_rng(seed), 1e-5
    directions = [random.choice([-1.0, 1.0], size=x.shape) for x in inputs]
    above = f(*[x + h * v for x, v in zip(inputs, directions, strict=True)])
    below = f(*[x - h * v for x, v in zip(inputs, directions, strict=True)])
    u = random.choice([-1.0, 1.0], size=np.shape(above))
    measured = np.sum(u * (above - below)) / (2 * h)
    given = [np.copy(each) for each in (u, *inputs)]
    parts = rule(*given)
    if not all(np.array_equal(a, b) for a, b in zip(given, (u, *inputs), strict=True)):
        return False
    if [np.shape(part) for part in parts] != [x.shape for x in inputs]:
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions, strict=True))
    return bool(abs(claimed - measured) <= 1e-6 * (1 + abs(measured)))
