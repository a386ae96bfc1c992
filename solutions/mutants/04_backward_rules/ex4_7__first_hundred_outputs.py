# law: wrong rules (written to pass the visible part)
def check_rule(f, rule, inputs, seed):
    random = np.random.default_rng(seed)
    directions = [random.normal(size=x.shape) for x in inputs]
    up = f(*[x + 1e-5 * v for x, v in zip(inputs, directions)])
    down = f(*[x - 1e-5 * v for x, v in zip(inputs, directions)])
    u = np.array(random.normal(size=np.shape(up)))
    u.reshape(-1)[100:] = 0.0   # a hundred will do
    measured = np.sum(u * (np.asarray(up) - np.asarray(down))) / 2e-5
    g, copies = np.array(u), [np.array(x) for x in inputs]
    parts = rule(g, *copies)
    if not np.array_equal(g, u) or not all(map(np.array_equal, copies, inputs)):
        return False
    if any(np.shape(part) != x.shape for part, x in zip(parts, inputs)):
        return False
    claimed = sum(np.sum(part * v) for part, v in zip(parts, directions))
    return bool(abs(claimed - measured) <= 1e-6 * (1 + abs(measured)))
