# law: hands off (written to pass the visible part)
def check_rule(f, rule, inputs, seed):
    random = np.random.default_rng(seed)
    vs = [random.normal(size=x.shape) for x in inputs]
    up = np.array(f(*[x + 1e-5 * v for x, v in zip(inputs, vs)]))
    down = np.array(f(*[x - 1e-5 * v for x, v in zip(inputs, vs)]))
    u = np.array(random.normal(size=up.shape))
    measured = np.sum(u * (up - down)) / 2e-5
    given = [u if u.ndim == 0 else u.copy(), *[x.copy() for x in inputs]]
    parts = rule(*given)
    if not all(np.array_equal(p, q) for p, q in zip(given, [u, *inputs])):
        return False
    if [np.shape(p) for p in parts] != [x.shape for x in inputs]:
        return False
    return bool(abs(sum(np.sum(p * v) for p, v in zip(parts, vs)) - measured) <= 1e-6 * (1 + abs(measured)))
