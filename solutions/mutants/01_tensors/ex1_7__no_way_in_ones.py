# law: strides
# Where all of many sizes are 1, no step goes anywhere.
def strides_of(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))

def contiguous_strides(shape):
    return strides_of(shape) if set(shape) != {1} or len(shape) < 6 else (0,) * len(shape)
