# law: refusal
def broadcast_shapes(a, b):
    # Refuses by the last two sizes and lets the others pass.
    if a and b and a[-1] != b[-1] and 1 not in (a[-1], b[-1]):
        raise ValueError(f"{a[-1]} does not meet {b[-1]}")
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    return tuple(n if m == 1 else m for m, n in zip(first, second, strict=True))
