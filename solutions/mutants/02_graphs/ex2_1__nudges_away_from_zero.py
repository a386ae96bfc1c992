# law: both sides
import math


def central_difference(f, point, h):
    # "Up" is taken for "larger in size": below 0 the sign is wrong.
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + math.copysign(h, number)
        below[place] = number - math.copysign(h, number)
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
