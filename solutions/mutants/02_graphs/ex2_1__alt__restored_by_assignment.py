def central_difference(f, point, h):
    numbers, slopes = [*point], [None] * len(point)
    for place, number in enumerate(point):
        try:
            numbers[place] = number - h
            below = f(*numbers)
            numbers[place] = number + h
            slopes[place] = (f(*numbers) - below) / h / 2
        finally:
            numbers[place] = number
    return slopes
