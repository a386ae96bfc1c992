# law: shares
def softmax_rule(g, y, dim):
    y = np.clip(y, 1e-7, 1 - 1e-7)
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
