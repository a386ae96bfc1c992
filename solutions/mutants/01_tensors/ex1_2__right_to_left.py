# law: shape
def broadcast_shapes(a, b):
    # Goes from the right and forgets to turn the result round.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(reversed(first), reversed(second), strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} against {n}")
        shape.append(n if m == 1 else m)
    return tuple(shape)
