# law: one for each
def central_difference(f, point, h):
    # Written out for one, two and three numbers.
    a, b, c, *_ = [*point, None, None]
    if len(point) == 1:
        return [(f(a + h) - f(a - h)) / (2 * h)]
    if len(point) == 2:
        return [(f(a + h, b) - f(a - h, b)) / (2 * h), (f(a, b + h) - f(a, b - h)) / (2 * h)]

    def slope(above, below):
        return (f(*above, *point[3:]) - f(*below, *point[3:])) / (2 * h)

    return [
        slope((a + h, b, c), (a - h, b, c)), slope((a, b + h, c), (a, b - h, c)), slope((a, b, c + h), (a, b, c - h))
    ]
