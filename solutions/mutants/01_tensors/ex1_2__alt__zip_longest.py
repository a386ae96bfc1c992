from itertools import zip_longest

def broadcast_shapes(a, b):
    result = []
    for x, y in zip_longest(reversed(a), reversed(b), fillvalue=1):
        if x == 1:
            result.append(y)
        elif y == 1 or x == y:
            result.append(x)
        else:
            raise ValueError(f"a size of {x} cannot meet a size of {y}")
    return tuple(result[::-1])
