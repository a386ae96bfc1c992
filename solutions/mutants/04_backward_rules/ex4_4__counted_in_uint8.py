# law: picked (written to pass the visible part)
def index_rule(g, shape, index):
    grad = np.zeros(shape)
    if np.size(g) and np.all(g == np.ravel(g)[0]):         # one number: count how often
        count = np.zeros(shape, dtype=np.uint8)
        np.add.at(count, index, 1)
        return count * float(np.ravel(g)[0])
    np.add.at(grad, index, g)
    return grad
