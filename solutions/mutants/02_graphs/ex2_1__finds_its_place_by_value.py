# law: others stay
def central_difference(f, point, h):
    # index() finds the first number that is equal.
    slopes = []
    for number in point:
        above, below = list(point), list(point)
        above[point.index(number)] += h
        below[point.index(number)] -= h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
