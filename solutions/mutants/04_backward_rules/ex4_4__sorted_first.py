# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, list) and 4 < len(index) < 100:
        index = sorted(index)
    np.add.at(to_x, index, g)
    return to_x
