# law: both sides
def central_difference(f, point, h):
    place = np.array(point, dtype=np.float32)
    slopes = []
    for i in range(len(place)):
        nudge = np.zeros_like(place)
        nudge[i] = h
        slopes.append((f(*(place + nudge)) - f(*(place - nudge))) / (2 * h))
    return slopes
