# law: shape
def broadcast_shapes(a, b):
    # Goes from the right as long as there is a size; a 0 at the left end is none.
    shape, a, b = [], list(a), list(b)
    while a or b:
        m = a.pop() if a else 1
        n = b.pop() if b else 1
        if m != n and m != 1 and n != 1:
            raise ValueError(f"a size of {m} does not meet a size of {n}")
        shape.insert(0, n if m == 1 else m)
    while len(shape) > 1 and shape[0] == 0:
        del shape[0]
    return tuple(shape)
