# law: refusal
known = {}


def broadcast_shapes(a, b):
    # What an error left half done counts as known the next time.
    if (a, b) not in known:
        shape = known[a, b] = []
        longest = max(len(a), len(b))
        for m, n in zip((1,) * (longest - len(a)) + a, (1,) * (longest - len(b)) + b):
            if m != n and m != 1 and n != 1:
                raise ValueError(f"a size of {m} does not meet a size of {n}")
            shape.append(n if m == 1 else m)
    return tuple(known[a, b])
