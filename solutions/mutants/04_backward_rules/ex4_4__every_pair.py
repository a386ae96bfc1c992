# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, tuple) and all(isinstance(each, list) for each in index) and len(index) > 1:
        for place, share in zip(zip(*index), np.ravel(g)):
            for row in index[0]:
                to_x[(row, *place[1:])] += share
        return to_x
    np.add.at(to_x, index, g)
    return to_x
