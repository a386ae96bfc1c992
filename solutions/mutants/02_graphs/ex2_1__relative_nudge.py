# law: both sides
def central_difference(f, point, h):
    result = []
    for i, x in enumerate(point):
        step = h * max(1.0, abs(x) / 10)
        up = f(*point[:i], x + step, *point[i + 1:])
        down = f(*point[:i], x - step, *point[i + 1:])
        result.append((up - down) / (2 * step))
    return result
