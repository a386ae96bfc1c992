# The difference of two values close by.
import numpy as np

h = 1e-6


def square(x):
    return np.float64(x) ** 2


def slope(x):
    return (square(x + h) - square(x - h)) / (2 * h)
