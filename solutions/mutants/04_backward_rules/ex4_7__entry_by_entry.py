# law: few calls
def check_rule(f, rule, inputs, seed):
    u = np.random.default_rng(seed).normal(size=np.shape(f(*inputs)))
    given = [np.copy(each) for each in (u, *inputs)]
    parts = rule(*given)
    if not all(np.array_equal(a, b) for a, b in zip(given, (u, *inputs), strict=True)):
        return False
    for at, (part, x) in enumerate(zip(parts, inputs, strict=True)):
        if np.shape(part) != x.shape:
            return False
        for place in np.ndindex(x.shape):
            up, down = [np.array(each) for each in inputs], [np.array(each) for each in inputs]
            up[at][place] += 1e-5
            down[at][place] -= 1e-5
            slope = np.sum(u * (f(*up) - f(*down))) / 2e-5
            if not abs(np.asarray(part)[place] - slope) <= 1e-5 * (1 + abs(slope)):
                return False
    return True
