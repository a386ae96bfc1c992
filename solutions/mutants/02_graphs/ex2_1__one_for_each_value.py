# law: one for each
def central_difference(f, point, h):
    # A dictionary from number to slope: two equal numbers share one entry.
    slopes = {}
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes[number] = (f(*above) - f(*below)) / (2 * h)
    return list(slopes.values())
