# law: strides
def contiguous_strides(shape):
    # Finds a dimension by its size, and so the first of two that are equal.
    strides = []
    for size in shape:
        step = 1
        for behind in shape[shape.index(size) + 1 :]:
            step *= behind
        strides.append(step)
    return tuple(strides)
