# law: both sides
def central_difference(f, point, h):
    result = []
    for i, x in enumerate(point):
        def moved(step):
            return [y + step if y == x and (j == i or j == i + 1) else y for j, y in enumerate(point)]
        result.append((f(*moved(h)) - f(*moved(-h))) / (2 * h))
    return result
