# law: strides
def contiguous_strides(shape):
    stride_of, step = {}, 1
    for size in shape[::-1]:
        stride_of[size] = step
        step *= size
    return tuple(stride_of[size] for size in shape)
