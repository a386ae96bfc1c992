# law: refusal
_known = {}

def broadcast_shapes(a, b):
    key = a + b
    if key not in _known:
        n = max(len(a), len(b))
        columns = zip((1,) * (n - len(a)) + a, (1,) * (n - len(b)) + b)
        result = []
        for x, y in columns:
            if x != y and x != 1 and y != 1:
                raise ValueError(f"sizes {x} and {y} do not fit")
            result.append(y if x == 1 else x)
        _known[key] = tuple(result)
    return _known[key]
