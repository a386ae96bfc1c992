# law: strides
def contiguous_strides(shape):
    rest = list(shape)
    rest.pop(0)
    rest.append(1)
    step, strides = 1, []
    while rest:
        step *= rest.pop()
        strides.append(step)
    return tuple(strides[::-1])
