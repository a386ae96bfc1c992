# law: both sides
def central_difference(f, point, h):
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h / 2
        below[place] = number - h / 2
        slopes.append((f(*above) - f(*below)) / h)
    return slopes
