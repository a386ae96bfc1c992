# law: both sides
def central_difference(f, point, h):
    h = max(h, 1e-6)
    slopes = []
    for i in range(len(point)):
        ends = []
        for sign in (1, -1):
            there = list(point)
            there[i] += sign * h
            ends.append(f(*there))
        slopes.append((ends[0] - ends[1]) / (2 * h))
    return slopes
