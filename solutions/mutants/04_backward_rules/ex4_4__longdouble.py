# law: shape law
def index_rule(g, shape, index):
    to_x = np.zeros(shape, dtype=np.longdouble)
    np.add.at(to_x, index, g)
    return to_x
