# law: both sides
def central_difference(f, point, h):
    slopes = []
    for i, number in enumerate(point):
        step = h * abs(number) if abs(number) > 100 else h
        up, down = list(point), list(point)
        up[i] += step
        down[i] -= step
        slopes.append((f(*up) - f(*down)) / (2 * step))
    return slopes
