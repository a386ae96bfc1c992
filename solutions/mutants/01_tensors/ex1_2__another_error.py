# law: refusal
def broadcast_shapes(a, b):
    # An assertion is no ValueError.
    longest = max(len(a), len(b))
    shape = []
    for m, n in zip((1,) * (longest - len(a)) + a, (1,) * (longest - len(b)) + b):
        assert m == n or 1 in (m, n), "these two sizes cannot meet"
        shape.append(n if m == 1 else m)
    return tuple(shape)
