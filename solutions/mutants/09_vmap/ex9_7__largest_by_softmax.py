# law: alone
def root_for_all(x):
    right = x > 0
    return mg.where(right, mg.where(right, x, mg.ones_like(x)).sqrt(), 0 * x)

def halved_for_all(x):
    for _ in range(20):
        x = mg.where(x > 1, x / 2, x)
    return x

def by_largest_for_all(row):
    known = row.detach()
    return row / (known * (100 * known).softmax(0)).sum()

def powers_for_all(x):
    return mg.stack([x ** (k + 1) for k in range(3)])
