# law: strides
def contiguous_strides(shape):
    # Passes two dimensions at most. Agrees up to three dimensions.
    padded = shape + (1, 1)
    return tuple(padded[place + 1] * padded[place + 2] for place in range(len(shape)))
