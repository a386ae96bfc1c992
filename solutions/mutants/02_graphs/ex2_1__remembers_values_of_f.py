# law: both sides
_values = {}

def central_difference(f, point, h):
    def value(numbers):
        if numbers not in _values:
            _values[numbers] = f(*numbers)
        return _values[numbers]

    slopes = []
    for i, x in enumerate(point):
        up = (*point[:i], x + h, *point[i + 1:])
        down = (*point[:i], x - h, *point[i + 1:])
        slopes.append((value(up) - value(down)) / (2 * h))
    return slopes
