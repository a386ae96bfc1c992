central_difference = lambda f, point, h: [
    (f(*point[:i], x + h, *point[i + 1:]) - f(*point[:i], x - h, *point[i + 1:])) / (h + h)
    for i, x in enumerate(point)
]
