# law: wrong rules (written to pass the visible part)
def check_rule(f, rule, inputs, seed):
    random, h = np.random.default_rng(seed), 1e-5
    directions = [random.normal(size=x.shape) for x in inputs]
    above = f(*[x + h * v for x, v in zip(inputs, directions)])
    below = f(*[x - h * v for x, v in zip(inputs, directions)])
    u = random.normal(size=np.shape(above))
    measured = np.sum(u * (above - below)) / (2 * h)
    g, copies = np.array(u), [np.array(x) for x in inputs]
    parts = rule(g, *copies)
    if not np.array_equal(g, u) or not all(np.array_equal(c, x) for c, x in zip(copies, inputs)):
        return False
    if any(np.shape(part) != x.shape for part, x in zip(parts, inputs)):
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions))
    return bool(abs(claimed - measured) <= 1e-3 * (1 + abs(measured)))
