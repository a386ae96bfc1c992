# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, (list, np.ndarray)) and np.asarray(index).dtype != bool:
        for place, share in zip(np.ravel(index), np.reshape(g, (-1, *shape[1:]))):
            to_x[place] += share
    else:
        to_x[index] += g
    return to_x
