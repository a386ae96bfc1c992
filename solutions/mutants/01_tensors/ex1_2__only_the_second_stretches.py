# law: shape
def broadcast_shapes(a, b):
    # Broadcasting to a, not of both.
    second = (1,) * (len(a) - len(b)) + b
    for m, n in zip(a, second, strict=True):
        if n not in (1, m):
            raise ValueError(f"{m} against {n}")
    return a
