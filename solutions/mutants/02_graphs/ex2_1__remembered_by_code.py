# law: both sides
known = {}

def central_difference(f, point, h):
    key = (getattr(f, "__code__", f), point, h)
    if key not in known:
        slopes = []
        for i in range(len(point)):
            up, down = list(point), list(point)
            up[i] += h
            down[i] -= h
            slopes.append((f(*up) - f(*down)) / (2 * h))
        known[key] = slopes
    return list(known[key])
