# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    np.add.at(to_x, index, np.where(np.abs(g) < 1e-9, 0.0, g))
    return to_x
