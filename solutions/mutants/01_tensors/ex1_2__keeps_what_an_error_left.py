# law: shape
sizes = []


def broadcast_shapes(a, b):
    # One list for all calls, emptied at the end only: an error leaves its entries.
    longest = max(len(a), len(b))
    for m, n in zip((1,) * (longest - len(a)) + a, (1,) * (longest - len(b)) + b):
        sizes.append(n if m == 1 else m)
        if m != n and m != 1 and n != 1:
            raise ValueError("these two shapes cannot meet")
    shape = tuple(sizes)
    sizes.clear()
    return shape
