# law: strides
def contiguous_strides(shape):
    # Sorts the sizes. Agrees where they grow from left to right.
    sizes = sorted(shape)
    strides, step = [], 1
    for size in reversed(sizes):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))
