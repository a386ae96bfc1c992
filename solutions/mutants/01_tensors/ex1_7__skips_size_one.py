# law: strides
def contiguous_strides(shape):
    # A dimension of size 1 gets no stride at all.
    strides, step = [], 1
    for size in reversed(shape):
        if size > 1:
            strides.append(step)
            step *= size
    return tuple(reversed(strides)) if max(shape, default=1) > 1 else (1,) * len(shape)
