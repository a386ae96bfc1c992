def central_difference(f, point, h):
    out = []
    for row in range(len(point)):
        values = []
        for sign in (1, -1):
            shifted = dict(enumerate(point))
            shifted[row] = point[row] + sign * h
            values.append(f(*shifted.values()))
        out.append(np.float64(np.subtract(*values) / (2 * h)))
    return out
