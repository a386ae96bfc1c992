def central_difference(f, point, h, before=()):
    if not point:
        return []
    number, *others = point
    above, below = f(*before, number + h, *others), f(*before, number - h, *others)
    rest = central_difference(f, others, h, (*before, number))
    return [(above - below) / h / 2, *rest]
