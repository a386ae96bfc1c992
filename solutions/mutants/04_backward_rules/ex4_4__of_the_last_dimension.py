# law: shape law
def index_rule(g, shape, index):
    to_x = np.zeros(shape[::-1])
    np.add.at(to_x.T, index, g)
    return to_x
