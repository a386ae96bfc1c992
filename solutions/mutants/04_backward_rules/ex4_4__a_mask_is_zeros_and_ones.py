# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if isinstance(index, np.ndarray) and index.dtype == bool and index.ndim == 3:
        index = np.nonzero(index)[:2]
        g = np.broadcast_to(np.reshape(g, (-1, 1)), (g.size, shape[2]))
    np.add.at(to_x, index, g)
    return to_x
