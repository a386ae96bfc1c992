# law: shape
def broadcast_shapes(a, b):
    # Takes ones in front of the result for the ones that were put there.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(first, second, strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} does not meet {n}")
        shape.append(n if m == 1 else m)
    while shape and shape[0] == 1:
        del shape[0]
    return tuple(shape)
