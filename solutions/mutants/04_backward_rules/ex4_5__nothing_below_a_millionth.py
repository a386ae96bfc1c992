# law: shares
def softmax_rule(g, y, dim):
    g = np.where(np.abs(g) < 1e-9, 0.0, g)
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
