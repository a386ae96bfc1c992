# law: strides
def contiguous_strides(shape):
    # Divides with /, which has sixteen digits.
    entries = 1
    for size in shape:
        entries *= size
    strides = []
    for size in shape:
        entries = int(entries / size)
        strides.append(entries)
    return tuple(strides)
