# law: slope
def slope(x):
    # Right of zero only.
    return 2 * abs(x)
