_slopes = []

def central_difference(f, point, h):
    _slopes.clear()
    for i in range(len(point)):
        up = tuple(x + h if i == k else x for k, x in enumerate(point))
        down = tuple(x - h if i == k else x for k, x in enumerate(point))
        _slopes.append((f(*up) - f(*down)) / (2 * h))
    return list(_slopes)
