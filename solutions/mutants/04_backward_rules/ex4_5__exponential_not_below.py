# law: shares
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    p = np.exp(np.maximum(y, -30.0))
    return g - p * g.sum(dim, keepdims=True)
