# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    to_x[index] = g
    again = np.zeros(shape)
    if not isinstance(index, (int, slice)):
        where = np.arange(to_x.size).reshape(shape)[index].ravel()
        first, at = np.unique(where, return_index=True)
        again.reshape(-1)[first] = np.ravel(g)[at]
        counts = np.bincount(where, minlength=to_x.size).reshape(shape)
        to_x += np.where(counts > 1, again, 0.0)
    return to_x
