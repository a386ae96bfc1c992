# law: others stay
def central_difference(f, point, h):
    slopes = []
    for number in point:
        above = [each + h if each == number else each for each in point]
        below = [each - h if each == number else each for each in point]
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
