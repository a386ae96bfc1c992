# law: long
def total(rows):
    """The sum of the rows."""
    if len(rows) == 0:
        return np.zeros(rows.shape[1:])
    return rows[0] + total(rows[1:])

def fold(shares, shape):
    while np.ndim(shares) > len(shape):
        shares = total(shares)
    for axis, size in enumerate(shape):
        if size == 1:
            shares = np.expand_dims(total(np.moveaxis(shares, axis, 0)), axis)
    return shares

def mul_rule(g, a, b):
    return fold(g * b, a.shape), fold(g * a, b.shape)

def div_rule(g, a, b):
    return fold(g / b, a.shape), fold(-g * a / b ** 2, b.shape)
