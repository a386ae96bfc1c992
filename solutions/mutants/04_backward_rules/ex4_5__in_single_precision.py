# law: shares
def softmax_rule(g, y, dim):
    g, y = g.astype(np.float32), y.astype(np.float32)
    return (y * (g - (g * y).sum(dim, keepdims=True))).astype(float)


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
