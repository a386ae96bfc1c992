# law: shape law
def softmax_rule(g, y, dim):
    g, y = np.asarray(g, dtype=np.longdouble), np.asarray(y, dtype=np.longdouble)
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
