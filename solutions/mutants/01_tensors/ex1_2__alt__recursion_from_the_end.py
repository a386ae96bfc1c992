def broadcast_shapes(a, b):
    if not b:
        return tuple(a)
    if not a:
        return tuple(b)
    *before_a, x = a
    *before_b, y = b
    if x != 1 != y != x:
        raise ValueError("Sizes " + str(x) + " and " + str(y) + " differ, and neither of them is 1.")
    return (*broadcast_shapes(tuple(before_a), tuple(before_b)), y if x == 1 else x)
