# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, list):
        np.add.at(to_x, index, g)
    else:
        to_x[index] += g
    return to_x
