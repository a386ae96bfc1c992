# law: slopes
def root_for_all(x):
    safe = mg.where(x > 0, x, mg.ones_like(x))
    return mg.where(x > 0, safe.sqrt(), 0 * x)

def halved_for_all(x):
    for _ in range(20):
        x = mg.where(x > 1, x / 2, x)
    return x

def by_largest_for_all(row):
    return row / row.max().detach()

known = {}

def powers_for_all(x):
    try:
        key = x.item(), x.dtype
    except RuntimeError:
        return mg.stack([x, x**2, x**3])
    if key not in known:
        known[key] = mg.stack([x, x**2, x**3])
    return known[key]
