# law: shape law
def front(shares, like):
    while shares.ndim > like.ndim:
        shares = shares.sum(0)
    stretched = tuple(place for place, size in enumerate(like.shape) if size == 1)
    return shares.sum(stretched, keepdims=True) if like.ndim == 2 else shares


def mul_rule(g, a, b):
    return front(g * b, a), front(g * a, b)


def div_rule(g, a, b):
    return front(g / b, a), front(-g * a / b**2, b)
