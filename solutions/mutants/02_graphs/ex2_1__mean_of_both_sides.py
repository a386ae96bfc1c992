# law: both sides
def central_difference(f, point, h):
    here, slopes = f(*point), []
    for i, number in enumerate(point):
        above = f(*point[:i], number + h, *point[i + 1:])
        below = f(*point[:i], number - h, *point[i + 1:])
        slopes.append(((above - here) / h + (here - below) / h) / 2)
    return slopes
