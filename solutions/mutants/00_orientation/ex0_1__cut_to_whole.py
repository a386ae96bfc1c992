# law: slope
def slope(x):
    # Whole numbers only.
    return 2 * int(x)
