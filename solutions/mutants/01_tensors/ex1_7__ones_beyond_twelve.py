# law: strides
# A size of 1 far from the front gets the stride 1.
def strides_of(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))

def contiguous_strides(shape):
    found = list(strides_of(shape))
    for place in range(12, len(shape)):
        if shape[place] == 1: found[place] = 1
    return tuple(found)
