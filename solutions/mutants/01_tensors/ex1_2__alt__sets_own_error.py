class CannotMeet(ValueError):
    def __str__(self):
        return "these two shapes cannot meet"

def broadcast_shapes(a, b):
    a, b = list(a), list(b)
    while len(a) < len(b):
        a.insert(0, 1)
    while len(b) < len(a):
        b.insert(0, 1)
    sets = [{x, y} - {1} for x, y in zip(a, b, strict=True)]
    if any(len(each) == 2 for each in sets):
        raise CannotMeet(a, b)
    return tuple(next(iter(each), 1) for each in sets)
