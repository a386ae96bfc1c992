# law: slope
def slope(x):
    return x * x
