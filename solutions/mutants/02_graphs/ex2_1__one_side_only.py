# law: both sides
def central_difference(f, point, h):
    # The nudge of notebook 00: right for a product, off by a term with h for a cube.
    here, slopes = f(*point), []
    for place in range(len(point)):
        above = list(point)
        above[place] += h
        slopes.append((f(*above) - here) / h)
    return slopes
