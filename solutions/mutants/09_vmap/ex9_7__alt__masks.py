def root_for_all(x):
    mask = (x > 0).to(x.dtype)
    return mask * (mask * x + (1 - mask)).sqrt()

def halved_for_all(x):
    factor = mg.ones_like(x)
    for k in range(1, 21):
        factor = mg.where(x > 2.0 ** (k - 1), mg.full_like(x, 0.5**k), factor)
    return x * factor

def by_largest_for_all(row):
    with mg.no_grad():
        largest = row.max()
    return row / largest

def powers_for_all(x):
    found = [x]
    for _ in range(2):
        found.append(found[-1] * x)
    return mg.stack(found)
