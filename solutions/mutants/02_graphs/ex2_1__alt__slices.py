def central_difference(f, point, h):
    def value(place, nudge):
        return f(*point[:place], point[place] + nudge, *point[place + 1:])

    return [(value(place, h) - value(place, -h)) / (2 * h) for place in range(len(point))]
