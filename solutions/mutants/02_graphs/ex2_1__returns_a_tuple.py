# law: one for each
def central_difference(f, point, h):
    def slope(i):
        up, down = list(point), list(point)
        up[i] += h
        down[i] -= h
        return (f(*up) - f(*down)) / (2 * h)
    return tuple(map(slope, range(len(point))))
