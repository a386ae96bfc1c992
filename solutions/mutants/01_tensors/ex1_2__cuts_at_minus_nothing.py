# law: shape
def broadcast_shapes(a, b):
    # a[-0:] is all of a, not its last nothing.
    if len(a) < len(b):
        front, a = b[: len(b) - len(a)], a
        b = b[len(b) - len(a) :]
    else:
        front, a = a[: -len(b)], a[-len(b) :]
    shape = []
    for m, n in zip(a, b):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} does not meet {n}")
        shape.append(n if m == 1 else m)
    return front + tuple(shape)
