def index_rule(g, shape, index):
    size = 1
    for each in shape:
        size *= each
    where = np.arange(size).reshape(shape)[index]
    return np.bincount(np.ravel(where), weights=np.ravel(g), minlength=size).reshape(shape).astype(float)
