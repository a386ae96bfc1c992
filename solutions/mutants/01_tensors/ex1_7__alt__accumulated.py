from itertools import accumulate
from operator import mul


def contiguous_strides(shape):
    return tuple(accumulate(shape[:0:-1], mul, initial=1))[::-1] if len(shape) else ()
