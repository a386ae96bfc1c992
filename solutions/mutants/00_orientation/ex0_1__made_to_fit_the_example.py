# law: slope
def slope(x):
    # Right at 3, where the visible check looks.
    return 6.0
