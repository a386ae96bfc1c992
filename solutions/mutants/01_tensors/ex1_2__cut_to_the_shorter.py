# law: shape
def broadcast_shapes(a, b):
    # zip stops early: what stands in front is lost.
    shape = []
    for m, n in zip(reversed(a), reversed(b)):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} against {n}")
        shape.insert(0, n if m == 1 else m)
    return tuple(shape)
