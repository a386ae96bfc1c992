def root_for_all(x):
    there = x > 0
    inside = mg.where(there, x, 1.0 + 0 * x)
    return mg.where(there, inside.sqrt(), mg.zeros_like(x))

def halved_for_all(x):
    for _ in range(25):
        x = x * mg.where(x > 1, 0.5 * mg.ones_like(x), mg.ones_like(x))
    return x

def by_largest_for_all(row):
    return row / row.detach().max()

def powers_for_all(x):
    return mg.cat([(x ** k).reshape(1) for k in (1, 2, 3)])
