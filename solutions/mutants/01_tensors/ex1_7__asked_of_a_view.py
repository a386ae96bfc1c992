# law: strides
def contiguous_strides(shape):
    import ctypes
    # Nothing is computed: an array type at some address is asked where its entries would lie.
    kind = ctypes.c_byte
    for size in reversed(shape):
        kind = kind * size
    return memoryview(kind.from_address(1)).strides if shape else ()
