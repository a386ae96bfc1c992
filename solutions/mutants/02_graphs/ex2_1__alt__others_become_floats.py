def central_difference(f, point, h):
    start = [float(x) for x in point]
    slopes = []
    for i in range(len(start)):
        up, down = start.copy(), start.copy()
        up[i] += h
        down[i] -= h
        slopes.append((f(*up) - f(*down)) / (2 * h))
    return slopes
