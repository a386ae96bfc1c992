def index_rule(g, shape, index):
    where = np.empty(shape, dtype=np.intp)
    where.flat = range(where.size)
    picked, which = np.unique(where[index], return_inverse=True)
    total = np.zeros(picked.shape)
    np.add.at(total, which.reshape(-1), g.reshape(-1))
    grad = np.zeros(where.size)
    grad[picked] = total
    return grad.reshape(shape)
