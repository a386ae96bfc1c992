# law: shares
def softmax_rule(g, y, dim):
    return y * (g - (g * y).mean(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
