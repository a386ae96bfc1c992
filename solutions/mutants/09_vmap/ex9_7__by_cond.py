# law: allowed names
def root_for_all(x):
    return mg.cond(x > 0, lambda x: x.sqrt(), lambda x: 0 * x, (x,))

def halved_for_all(x):
    for _ in range(20):
        x = mg.where(x > 1, x / 2, x)
    return x

def by_largest_for_all(row):
    return row / row.max().detach()

def powers_for_all(x):
    return mg.stack([x, x**2, x**3])
