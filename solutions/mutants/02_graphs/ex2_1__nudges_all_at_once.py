# law: others stay
def central_difference(f, point, h):
    # Right for a function of one number.
    above = [number + h for number in point]
    below = [number - h for number in point]
    return [(f(*above) - f(*below)) / (2 * h) for _ in point]
