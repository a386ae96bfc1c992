# law: shape
def broadcast_shapes(a, b):
    # Takes a size of 0 for none.
    shape = []
    for back in range(max(len(a), len(b)), 0, -1):
        m = (a[-back] if back <= len(a) else 0) or 1
        n = (b[-back] if back <= len(b) else 0) or 1
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{m} does not meet {n}")
        shape.append(n if m == 1 else m)
    return tuple(shape)
