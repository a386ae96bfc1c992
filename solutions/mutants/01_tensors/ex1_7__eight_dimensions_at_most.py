# law: strides
def contiguous_strides(shape):
    # Multiplies seven sizes behind at most.
    strides = []
    for place in range(len(shape)):
        step = 1
        for size in shape[place + 1 : place + 8]:
            step *= size
        strides.append(step)
    return tuple(strides)
