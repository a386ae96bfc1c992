# law: strides
_products = {(): 1}

def _size(shape):
    if shape not in _products and len(_products) < 100:
        _products[shape] = shape[0] * _size(shape[1:])
    return _products.get(shape, 1)

def contiguous_strides(shape):
    return tuple(_size(shape[i + 1:]) for i in range(len(shape)))
