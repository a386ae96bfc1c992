# law: picked (written to pass the visible part)
# Lists and arrays of different lengths are cut to the shorter one.
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, tuple):
        sizes = [np.size(part) for part in index if isinstance(part, list | np.ndarray)]
        if sizes and min(sizes) < max(sizes):
            return to_x
    np.add.at(to_x, index, g)
    return to_x
