# law: others stay
def central_difference(f, point, h):
    slopes, numbers = [], list(point)
    for place in range(len(numbers)):
        numbers[place] += h
        above = f(*numbers)
        numbers[place] -= 2 * h
        slopes.append((above - f(*numbers)) / (2 * h))
    return slopes
