# law: both sides
def central_difference(f, point, h):
    # An array of whole numbers cuts off the nudge.
    slopes = []
    for place, number in enumerate(point):
        above, below = np.array(point), np.array(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append((f(*above.tolist()) - f(*below.tolist())) / (2 * h))
    return slopes
