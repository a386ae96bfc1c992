# law: one for each
def central_difference(f, point, h):
    total = 0.0
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        total += (f(*above) - f(*below)) / (2 * h)
    return total
