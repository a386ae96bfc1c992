def contiguous_strides(shape):
    result = []
    for place in range(len(shape)):
        product = 1
        for size in shape[place + 1 :]:
            product *= size
        result.append(product)
    return tuple(result)
