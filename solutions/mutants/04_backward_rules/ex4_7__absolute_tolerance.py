# law: right rules (written to pass the visible part)
def check_rule(f, rule, inputs, seed):
    random = np.random.default_rng(seed)
    vs = [random.normal(size=x.shape) for x in inputs]
    high = np.array(f(*[x + 1e-5 * v for x, v in zip(inputs, vs)]))
    low = np.array(f(*[x - 1e-5 * v for x, v in zip(inputs, vs)]))
    u = random.normal(size=high.shape)
    measured = np.sum(u * (high - low)) / 2e-5
    originals = [np.array(u), *inputs]
    copies = [np.array(x) for x in originals]
    parts = rule(*copies)
    for one, other in zip(copies, originals):
        if not np.array_equal(one, other):
            return False
    for part, x in zip(parts, inputs):
        if np.shape(part) != x.shape:
            return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, vs))
    return bool(abs(measured - claimed) <= 1e-6)
