# law: both sides
def central_difference(f, point, h):
    slopes = []
    for place, number in enumerate(point):
        step = h * abs(number) or h
        above, below = list(point), list(point)
        above[place] = number + step
        below[place] = number - step
        slopes.append((f(*above) - f(*below)) / (2 * step))
    return slopes
