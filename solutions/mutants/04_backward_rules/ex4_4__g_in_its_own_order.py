# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    where = np.arange(to_x.size).reshape(shape)[index]
    flat = to_x.reshape(-1)
    np.add.at(flat, np.ravel(where), np.ravel(g, order="K"))
    return to_x
