# law: both sides
def central_difference(f, point, h):
    slopes = []
    for i in range(len(point)):
        up, down = list(point), list(point)
        up[i] += h
        down[i] -= h
        rise = f(*up) - f(*down)
        if isinstance(rise, int) and isinstance(h, int):
            slopes.append(rise // (2 * h))
        else:
            slopes.append(rise / (2 * h))
    return slopes
