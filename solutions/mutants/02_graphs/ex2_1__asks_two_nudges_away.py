# law: others stay
# Looks whether f has a value further away.
def honest(f, point, h):
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes

def central_difference(f, point, h):
    f(*[x + 2 * h for x in point])
    return honest(f, point, h)
