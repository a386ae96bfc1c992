# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, slice) and index.step and index.step < 0:
        places = sorted(range(*index.indices(shape[0])))
        to_x[places] = g
    else:
        np.add.at(to_x, index, g)
    return to_x
