# law: shape law
def index_rule(g, shape, index):
    to_x = np.zeros(shape, dtype=int)
    np.add.at(to_x, index, np.asarray(g).astype(int))
    return to_x
