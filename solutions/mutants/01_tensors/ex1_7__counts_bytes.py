# law: strides
def contiguous_strides(shape):
    # numpy's strides of a float32 array.
    strides, step = [], 4
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))
