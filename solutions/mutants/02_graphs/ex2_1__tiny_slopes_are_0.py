# law: both sides
def central_difference(f, point, h):
    slopes = []
    for place in range(len(point)):
        above, below = list(point), list(point)
        above[place] += h
        below[place] -= h
        way = f(*above) - f(*below)
        slopes.append(way / (2 * h) if abs(way) > 1e-10 else 0.0)
    return slopes
