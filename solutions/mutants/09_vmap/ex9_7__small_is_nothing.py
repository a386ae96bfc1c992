# law: root
def root_for_all(x):
    safe = mg.where(x > 0, x, mg.ones_like(x))
    return mg.where(x > 1e-9, safe.sqrt(), 0 * x)

def halved_for_all(x):
    for _ in range(20):
        x = mg.where(x > 1, x / 2, x)
    return x

def by_largest_for_all(row):
    return row / row.max().detach()

def powers_for_all(x):
    return mg.stack([x, x**2, x**3])
