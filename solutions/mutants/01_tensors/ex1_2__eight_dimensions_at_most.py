# law: shape
def broadcast_shapes(a, b):
    # Room for eight dimensions; what stands before them is cut off.
    first = ((1,) * 8 + a)[-8:]
    second = ((1,) * 8 + b)[-8:]
    if any(m != n and m != 1 and n != 1 for m, n in zip(first, second)):
        raise ValueError("these two shapes cannot meet")
    shape = tuple(n if m == 1 else m for m, n in zip(first, second))
    return shape[8 - max(len(a), len(b)) :] if max(len(a), len(b)) < 8 else shape
