def broadcast_shapes(a, b):
    def size(shape, place):
        try:
            return shape[place]
        except IndexError:
            return 1

    def meet(place):
        x, y = size(a, place), size(b, place)
        if x == y:
            return x
        if 1 in (x, y):
            return x * y
        raise ValueError("no way: %d against %d" % (x, y))

    return tuple(map(meet, range(-max(len(a), len(b)), 0)))
