# law: unchanged
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    np.add.at(to_x, index, g)
    if isinstance(index, tuple):
        for size, each in zip(shape, index):
            if isinstance(each, list):
                each[:] = [place % size for place in each]
    return to_x
