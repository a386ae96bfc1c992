# law: slope
def slope(x):
    grid = np.linspace(-10, 10, 2001)
    return float(np.interp(x, grid, np.gradient(grid ** 2, grid)))
