def broadcast_shapes(a, b):
    while len(a) < len(b):
        a = (1,) + a
    while len(b) < len(a):
        b = (1,) + b
    if any(1 not in pair and pair[0] != pair[1] for pair in zip(a, b)):
        raise ValueError(f"no way to broadcast {a} with {b}")
    return tuple(m if n == 1 else n for m, n in zip(a, b))
