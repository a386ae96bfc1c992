# law: new list
slopes = []


def central_difference(f, point, h):
    slopes.clear()
    for place in range(len(point)):
        above, below = list(point), list(point)
        above[place] += h
        below[place] -= h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
