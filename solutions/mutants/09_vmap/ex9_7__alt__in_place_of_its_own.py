def root_for_all(x):
    return mg.where(x > 0, mg.where(x > 0, x, mg.full_like(x, 4.0)).sqrt(), x * 0.0)

def halved_for_all(x):
    rounds = 0
    while rounds < 20:
        x, rounds = mg.where(x <= 1, x, 0.5 * x), rounds + 1
    return x

def by_largest_for_all(row):
    return row * (1 / row.max()).detach()

def powers_for_all(x):
    return mg.stack([x ** (k + 1) for k in range(3)])
