import itertools
import operator

def contiguous_strides(shape):
    running = itertools.accumulate(shape[:0:-1], operator.mul, initial=1)
    return tuple(running)[::-1][:len(shape)] if shape else ()
