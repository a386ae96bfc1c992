# law: both sides
def central_difference(f, point, h):
    # A nudge of h times the number: at 1 it is the same.
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number * (1 + h)
        below[place] = number * (1 - h)
        slopes.append((f(*above) - f(*below)) / (2 * h * number))
    return slopes
