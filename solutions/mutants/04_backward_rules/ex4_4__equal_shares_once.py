# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    where = np.arange(to_x.size).reshape(shape)[index]
    for place, share in set(zip(np.ravel(where).tolist(), np.ravel(g).tolist())):
        to_x[np.unravel_index(place, shape)] += share
    return to_x
