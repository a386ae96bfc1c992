# law: hands off (written to pass the visible part)
def check_rule(f, rule, inputs, seed):
    random, h = np.random.default_rng(seed), 1e-5
    directions = [random.normal(size=x.shape) for x in inputs]
    above = f(*[x + h * v for x, v in zip(inputs, directions, strict=True)])
    below = f(*[x - h * v for x, v in zip(inputs, directions, strict=True)])
    u = random.normal(size=np.shape(above))
    measured = np.sum(u * (above - below)) / (2 * h)
    given = [np.copy(each) for each in (u, *inputs)]
    parts = rule(*given)
    if not all(np.allclose(one, other, rtol=0, atol=1e-12) for one, other in zip(given, (u, *inputs))):
        return False
    if [np.shape(part) for part in parts] != [x.shape for x in inputs]:
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions, strict=True))
    return bool(np.isclose(claimed, measured, rtol=1e-6, atol=1e-6))
