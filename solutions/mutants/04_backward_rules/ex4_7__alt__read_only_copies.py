def locked(x):
    x = np.array(x)
    x.flags.writeable = False
    return x

def check_rule(f, rule, inputs, seed):
    rng_ = np.random.default_rng(seed)
    v = [np.asarray(rng_.standard_normal(x.shape)) for x in inputs]
    plus, minus = (np.asarray(f(*[x + s * d for x, d in zip(inputs, v)])) for s in (1e-5, -1e-5))
    u = np.asarray(rng_.standard_normal(plus.shape))
    measured = np.tensordot(u, plus - minus, u.ndim) / 2e-5
    try:
        parts = rule(locked(u), *map(locked, inputs))
    except ValueError:
        return False
    claimed = 0.0
    for part, x, d in zip(parts, inputs, v):
        part = np.asarray(part)
        if part.shape != x.shape or not np.isfinite(part).all():
            return False
        claimed += np.tensordot(part, d, d.ndim)
    return bool(abs(claimed - measured) <= 1e-6 * (1 + abs(measured)))
