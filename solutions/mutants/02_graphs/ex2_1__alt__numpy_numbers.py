def central_difference(f, point, h):
    at = np.array(point, dtype=float)
    slopes = np.zeros(len(at))
    for place in range(len(at)):
        nudge = np.zeros(len(at))
        nudge[place] = h
        slopes[place] = (f(*(at + nudge)) - f(*(at - nudge))) / (2 * h)
    return list(slopes)
