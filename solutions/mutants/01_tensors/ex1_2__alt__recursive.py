def broadcast_shapes(a, b):
    if not a or not b:
        return a or b
    *front, m = a
    *other, n = b
    if m == n or n == 1:
        size = m
    elif m == 1:
        size = n
    else:
        raise ValueError("Kein Weg: " + str(m) + " trifft auf " + str(n))
    return broadcast_shapes(tuple(front), tuple(other)) + (size,)
