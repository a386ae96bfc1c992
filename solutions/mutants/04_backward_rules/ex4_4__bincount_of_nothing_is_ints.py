# law: shape law
def index_rule(g, shape, index):
    size = int(np.prod(shape))
    places = np.arange(size).reshape(shape)[index]
    return np.bincount(np.ravel(places), np.ravel(g), minlength=size).reshape(shape)
