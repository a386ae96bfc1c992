# law: slope
def slope(x):
    # A whole number gets no answer.
    if isinstance(x, float):
        return 2 * x
