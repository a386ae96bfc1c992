# law: both sides
def central_difference(f, point, h):
    numbers = np.array(point)
    slopes = []
    for i in range(len(numbers)):
        up, down = list(numbers), list(numbers)
        up[i] = up[i] + h
        down[i] = down[i] - h
        slopes.append((f(*up) - f(*down)) / (2 * h))
    return slopes
