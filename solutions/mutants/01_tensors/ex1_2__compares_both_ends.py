# law: shape
# In long shapes only eight columns at each end are compared.
def meet(a, b):
    n = max(len(a), len(b))
    first, second = (1,) * (n - len(a)) + tuple(a), (1,) * (n - len(b)) + tuple(b)
    shape = []
    for m, k in zip(first, second):
        if m != k and m != 1 and k != 1:
            raise ValueError(f"{m} and {k} cannot meet")
        shape.append(k if m == 1 else m)
    return tuple(shape)

def broadcast_shapes(a, b):
    n = max(len(a), len(b))
    first, second = (1,) * (n - len(a)) + a, (1,) * (n - len(b)) + b
    for place, (m, k) in enumerate(zip(first, second)):
        if m != k and m != 1 and k != 1 and (place < 8 or place > n - 8):
            raise ValueError(f"{m} and {k} cannot meet")
    return tuple(k if m == 1 else m for m, k in zip(first, second))
