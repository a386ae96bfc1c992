# law: allowed names
# A new tensor knows its strides.
def contiguous_strides(shape):
    return mg.zeros(shape).stride()
