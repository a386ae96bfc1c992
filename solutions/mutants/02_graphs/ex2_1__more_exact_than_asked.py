# law: both sides
def central_difference(f, point, h):
    # Two central differences, put together so that the error in h squared goes too.
    def quotient(place, step):
        above, below = list(point), list(point)
        above[place] += step
        below[place] -= step
        return (f(*above) - f(*below)) / (2 * step)

    return [(4 * quotient(place, h / 2) - quotient(place, h)) / 3 for place in range(len(point))]
