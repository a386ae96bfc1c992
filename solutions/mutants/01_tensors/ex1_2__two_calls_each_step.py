# law: shape
def broadcast_shapes(a, b):
    if not a or not b:
        return a or b
    if a[-1] != b[-1] and 1 not in (a[-1], b[-1]):
        raise ValueError(f"sizes {a[-1]} and {b[-1]} cannot meet")
    if a[-1] == 1:
        return broadcast_shapes(a[:-1], b[:-1]) + (b[-1],)
    if len(broadcast_shapes(a[:-1], b[:-1])) >= 0:
        return broadcast_shapes(a[:-1], b[:-1]) + (a[-1],)
