# law: both sides
def central_difference(f, point, h):
    # Ignores h: right wherever the quotient does not depend on it.
    h, slopes = 1e-5, []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
