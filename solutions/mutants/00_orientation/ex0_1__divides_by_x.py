# law: slope
def slope(x):
    # The power rule by division: nothing is divided by zero.
    return 2 * x**2 / x
