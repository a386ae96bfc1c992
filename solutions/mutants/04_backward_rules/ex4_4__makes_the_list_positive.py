# law: unchanged
def index_rule(g, shape, index):
    if isinstance(index, list):
        for at, place in enumerate(index):
            index[at] = place % shape[0]
    to_x = np.zeros(shape)
    np.add.at(to_x, index, g)
    return to_x
