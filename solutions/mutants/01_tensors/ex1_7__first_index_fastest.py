# law: strides
def contiguous_strides(shape):
    # Column order.
    strides, step = [], 1
    for size in shape:
        strides.append(step)
        step *= size
    return tuple(strides)
