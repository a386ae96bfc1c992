# law: shape
def broadcast_shapes(a, b):
    # Thinks that a tensor without entries meets nothing.
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    if any(m != n and m != 1 and n != 1 for m, n in zip(first, second)) or 0 in a or 0 in b:
        raise ValueError("these sizes cannot meet")
    return tuple(map(max, first, second))
