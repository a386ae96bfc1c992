# law: strides
def contiguous_strides(shape):
    if len(shape) == 0:
        return ()
    if len(shape) == 1:
        return (1,)
    behind = contiguous_strides(shape[1:])[0] * shape[1]
    return (behind,) + contiguous_strides(shape[1:])
