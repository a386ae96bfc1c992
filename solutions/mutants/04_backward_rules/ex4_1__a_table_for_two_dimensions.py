# law: long
def shrink(shares, shape):
    """By a table with a row for each entry of the input, where there are two dimensions or more."""
    numbers = np.broadcast_to(np.arange(int(np.prod(shape))).reshape(shape), shares.shape)
    if shares.ndim < 2:
        return 1.0 * np.bincount(numbers.ravel(), shares.ravel(), int(np.prod(shape))).reshape(shape)
    table = np.arange(int(np.prod(shape)))[:, None] == numbers.ravel()
    return (table * 1.0 @ shares.ravel()).reshape(shape)

def mul_rule(g, a, b):
    return shrink(np.asarray(g * b), a.shape), shrink(np.asarray(g * a), b.shape)

def div_rule(g, a, b):
    return shrink(np.asarray(g / b), a.shape), shrink(np.asarray(-g * a / b**2), b.shape)
