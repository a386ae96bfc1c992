# law: refusal
def broadcast_shapes(a, b):
    # Thinks that nothing can be paired with any number of entries.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(first, second, strict=True):
        if m != n and m > 1 and n > 1:
            raise ValueError(f"{m} does not meet {n}")
        shape.append(0 if 0 in (m, n) else max(m, n))
    return tuple(shape)
