# law: shares
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


known = {}


def log_softmax_rule(g, y, dim):
    if (id(y), y.shape) not in known:
        known[id(y), y.shape] = y, np.exp(y)
    return g - known[id(y), y.shape][1] * g.sum(dim, keepdims=True)
