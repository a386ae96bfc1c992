# law: slope
def slope(x):
    # Right at 3, where the visible check looks.
    return x + 3
