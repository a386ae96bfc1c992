# law: one for each
def central_difference(f, point, h):
    number, *others = point
    return [(f(number + h, *others) - f(number - h, *others)) / (2 * h)]
