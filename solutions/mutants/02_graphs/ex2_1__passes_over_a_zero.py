# law: both sides
def central_difference(f, point, h):
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        if number:
            above[place] = number + h
            below[place] = number - h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
