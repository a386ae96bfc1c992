def central_difference(f, point, h):
    nudges = h * np.eye(len(point))
    return [(f(*(point + row).tolist()) - f(*(point - row).tolist())) / (h + h) for row in nudges]
