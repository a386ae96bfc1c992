# law: both sides
# Takes a very large slope for infinite.
def honest(f, point, h):
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes

def central_difference(f, point, h):
    return [x if abs(x) < 1e204 else float("inf") for x in honest(f, point, h)]
