# law: strides
def contiguous_strides(shape):
    # Gives stretched dimensions the stride 0.
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step if size > 1 else 0)
        step *= size
    return tuple(reversed(strides))
