# law: shape
def broadcast_shapes(a, b):
    # Ones at the wrong end. Agrees where the lengths are equal.
    longest = max(len(a), len(b))
    first = a + (1,) * (longest - len(a))
    second = b + (1,) * (longest - len(b))
    shape = []
    for m, n in zip(first, second, strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} against {n}")
        shape.append(n if m == 1 else m)
    return tuple(shape)
