# law: shape
# Sixteen ones at most are put in front.
ONES = (1,) * 16
def broadcast_shapes(a, b):
    n = max(len(a), len(b))
    a = (ONES[: n - len(a)] + a)
    b = (ONES[: n - len(b)] + b)
    shape = []
    for m, k in zip(a, b):
        if m != k and m != 1 and k != 1:
            raise ValueError(f"{m} and {k} cannot meet")
        shape.append(k if m == 1 else m)
    return tuple(shape)
