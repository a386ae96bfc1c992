# law: shares (written to pass the visible part)
# One number that is seen at every place of g is taken for one place.
def mul_rule(g, a, b):
    part = g if any(g.strides) or g.size < 2 else g / g.size
    return sum_to_shape(part * b, a.shape), sum_to_shape(part * a, b.shape)


def div_rule(g, a, b):
    return sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / (b * b), b.shape)
