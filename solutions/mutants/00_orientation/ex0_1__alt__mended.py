def slope(x):
    return 2 * x
