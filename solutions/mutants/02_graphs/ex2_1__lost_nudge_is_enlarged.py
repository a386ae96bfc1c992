# law: both sides
def central_difference(f, point, h):
    slopes = []
    for i, x in enumerate(point):
        step = h
        while x + step == x:
            step *= 2
        up = f(*point[:i], x + step, *point[i + 1:])
        down = f(*point[:i], x - step, *point[i + 1:])
        slopes.append((up - down) / (2 * step))
    return slopes
