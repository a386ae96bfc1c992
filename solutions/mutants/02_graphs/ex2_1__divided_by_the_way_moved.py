# law: one for each
def central_difference(f, point, h):
    result = []
    for i, x in enumerate(point):
        up, down = float(x) + h, float(x) - h
        rise = f(*point[:i], up, *point[i + 1:]) - f(*point[:i], down, *point[i + 1:])
        result.append(rise / (up - down))
    return result
