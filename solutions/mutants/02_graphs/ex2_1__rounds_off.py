# law: both sides
def central_difference(f, point, h):
    # The quotient has noise in its last digits; three are no longer the slope.
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append(round((f(*above) - f(*below)) / (2 * h), 3))
    return slopes
