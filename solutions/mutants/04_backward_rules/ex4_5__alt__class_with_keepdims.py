class softmax_rule:
    def __new__(cls, g, y, dim):
        inner = np.sum(np.multiply(g, y), axis=dim, keepdims=True)
        return np.multiply(y, np.subtract(g, inner))

class log_softmax_rule(softmax_rule):
    def __new__(cls, g, y, dim):
        shape = list(y.shape)
        shape[dim] = 1
        total = g.sum(axis=dim).reshape(shape)
        return g - total * np.e ** y
