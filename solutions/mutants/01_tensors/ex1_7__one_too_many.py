# law: strides
def contiguous_strides(shape):
    # Begins with the 1 of a last dimension, also where there is none.
    strides = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size)
    return tuple(strides)
