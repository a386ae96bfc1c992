# A helper of one's own, and whole division from the left.
import math as m


def passed(shape):
    entries = m.prod(shape)
    for size in shape:
        entries //= size
        yield entries


contiguous_strides = lambda shape: tuple(passed(shape))
