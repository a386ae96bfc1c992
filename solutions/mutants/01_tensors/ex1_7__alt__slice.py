def contiguous_strides(shape):
    step, strides = 1, []
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(strides[::-1])
