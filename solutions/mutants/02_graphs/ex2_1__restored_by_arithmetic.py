# law: others stay
def central_difference(f, point, h):
    now, slopes = list(point), []
    for i in range(len(now)):
        now[i] += h
        above = f(*now)
        now[i] -= 2 * h
        below = f(*now)
        now[i] += h
        slopes.append((above - below) / (2 * h))
    return slopes
