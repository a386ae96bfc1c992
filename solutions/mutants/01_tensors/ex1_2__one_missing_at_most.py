# law: shape
def broadcast_shapes(a, b):
    # Puts one 1 in front, where several may be missing.
    if len(a) < len(b):
        a = (1,) + a
    if len(b) < len(a):
        b = (1,) + b
    shape = []
    for m, n in zip(a, b, strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} does not meet {n}")
        shape.append(n if m == 1 else m)
    return tuple(shape)
