def contiguous_strides(shape):
    if not shape:
        return ()
    behind = contiguous_strides(shape[1:])
    return (behind[0] * shape[1] if behind else 1, *behind)
