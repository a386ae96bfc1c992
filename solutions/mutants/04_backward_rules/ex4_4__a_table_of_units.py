# law: long
def index_rule(g, shape, index):
    units = np.eye(int(np.prod(shape)))
    return np.array([np.sum(g * unit.reshape(shape)[index]) for unit in units]).reshape(shape)
