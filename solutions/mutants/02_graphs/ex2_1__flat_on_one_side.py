# law: both sides
def central_difference(f, point, h):
    here = f(*point)
    slopes = []
    for i in range(len(point)):
        up = f(*[x + h if j == i else x for j, x in enumerate(point)])
        if up == here:
            slopes.append(0.0)
            continue
        down = f(*[x - h if j == i else x for j, x in enumerate(point)])
        slopes.append((up - down) / (2 * h))
    return slopes
