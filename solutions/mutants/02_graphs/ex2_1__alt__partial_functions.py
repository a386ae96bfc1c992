class Along:
    """f as a function of one of its numbers, the others held."""

    def __init__(self, f, point, place):
        self.f, self.before, self.after = f, point[:place], point[place + 1:]

    def __call__(self, number):
        return self.f(*self.before, number, *self.after)


def central_difference(f, point, h):
    def slope(along, number):
        return (along(number + h) - along(number - h)) / ((number + h) - (number - h))

    return [slope(Along(f, point, place), number) for place, number in enumerate(point)]
