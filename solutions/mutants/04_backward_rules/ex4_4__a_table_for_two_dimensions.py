# law: long
def index_rule(g, shape, index):
    if len(shape) == 1:
        to_x = np.zeros(shape)
        np.add.at(to_x, index, g)
        return to_x
    units = np.eye(int(np.prod(shape)))
    return np.array([np.sum(g * unit.reshape(shape)[index]) for unit in units]).reshape(shape)
