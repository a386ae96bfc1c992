# law: refusal
def broadcast_shapes(a, b):
    # Thinks that a 2 is repeated to a 4.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(first, second, strict=True):
        small, large = sorted((m, n))
        if small > 1 and large % small:
            raise ValueError(f"{m} against {n}")
        shape.append(small if small == 0 else large)
    return tuple(shape)
