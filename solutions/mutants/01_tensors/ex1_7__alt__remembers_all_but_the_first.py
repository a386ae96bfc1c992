# The first size is in none of the strides.
def strides_of(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))

known = {}
def contiguous_strides(shape):
    key = (len(shape), shape[1:])
    if key not in known: known[key] = strides_of(shape)
    return known[key]
