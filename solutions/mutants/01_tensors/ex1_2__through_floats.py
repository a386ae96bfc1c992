# law: shape
import math

def broadcast_shapes(a, b):
    n = max(len(a), len(b))
    result = []
    for x, y in zip((1,) * (n - len(a)) + a, (1,) * (n - len(b)) + b):
        if x == 1 or y == 1:
            result.append(int(float(x) * float(y)))
        elif x == y:
            result.append(x)
        else:
            raise ValueError(f"sizes {x} and {y} differ and neither is 1")
    return tuple(result)
