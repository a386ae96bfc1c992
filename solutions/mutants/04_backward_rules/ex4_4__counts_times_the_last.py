# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    to_x[index] = g
    counts = np.zeros(shape)
    np.add.at(counts, index, 1.0)
    to_x *= counts
    return to_x
