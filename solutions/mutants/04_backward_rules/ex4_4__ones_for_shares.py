# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    np.add.at(to_x, index, 1.0)
    return to_x
