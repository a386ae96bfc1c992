# law: allowed names
# numpy knows the strides of a new array, in bytes.
def contiguous_strides(shape):
    return tuple(step // 8 for step in np.empty(shape).strides)
