# law: refusal
def broadcast_shapes(a, b):
    # The other one of a 1, otherwise the first: never an error.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    return tuple(n if m == 1 else m for m, n in zip(first, second, strict=True))
