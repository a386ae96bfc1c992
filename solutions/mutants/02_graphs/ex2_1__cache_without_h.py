# law: both sides
_slopes = {}


def central_difference(f, point, h):
    if (f, point) not in _slopes:
        found = []
        for i in range(len(point)):
            up, down = list(point), list(point)
            up[i] += h
            down[i] -= h
            found.append((f(*up) - f(*down)) / (2 * h))
        _slopes[f, point] = found
    return list(_slopes[f, point])
