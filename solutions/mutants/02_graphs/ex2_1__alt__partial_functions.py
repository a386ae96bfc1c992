def central_difference(f, point, h):
    def alone(place):
        def g(x):
            return f(*(x if k == place else each for k, each in enumerate(point)))
        return g

    found = []
    for place, (g, x) in enumerate((alone(k), x) for k, x in enumerate(point)):
        found += [(g(x + h) - g(x - h)) / (2 * h)]
    return found
