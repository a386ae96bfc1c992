# law: sentence
def broadcast_shapes(a, b):
    # The two sizes are no sentence.
    longest = max(len(a), len(b))
    shape = []
    for m, n in zip((1,) * (longest - len(a)) + a, (1,) * (longest - len(b)) + b):
        if m != n and m != 1 and n != 1:
            raise ValueError(m, n)
        shape.append(n if m == 1 else m)
    return tuple(shape)
