# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, tuple):
        to_x[index] += g
    else:
        np.add.at(to_x, index, g)
    return to_x
