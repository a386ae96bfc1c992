# law: shape law (written to pass the visible part)
def index_rule(g, shape, index):
    if isinstance(index, tuple):
        index = tuple(slice(None) if isinstance(each, np.ndarray) and each.ndim == 0 else each for each in index)
    to_x = np.zeros(shape)
    np.add.at(to_x, index, g)
    return to_x
