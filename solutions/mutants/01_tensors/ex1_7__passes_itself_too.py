# law: strides
def contiguous_strides(shape):
    # Multiplies before it notes down.
    strides, step = [], 1
    for size in reversed(shape):
        step *= size
        strides.append(step)
    return tuple(reversed(strides))
