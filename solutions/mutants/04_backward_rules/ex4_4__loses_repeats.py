# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    to_x[index] += g
    return to_x
