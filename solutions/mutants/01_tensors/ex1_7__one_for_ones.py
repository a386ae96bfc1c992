# law: strides
def contiguous_strides(shape):
    step, strides = 1, []
    for size in reversed(shape):
        strides.append(step if size > 1 else 1)
        step *= size
    return tuple(reversed(strides))
