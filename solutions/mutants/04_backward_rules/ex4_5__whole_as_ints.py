# law: shape law
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    x = g - np.exp(y) * g.sum(dim, keepdims=True)
    return x.astype(int) if (x == np.round(x)).all() else x
