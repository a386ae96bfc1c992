# law: shares
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return np.exp(y) * (g / np.maximum(np.exp(y), 1e-300) - g.sum(dim, keepdims=True)) if y.min(initial=0.0) > -700 else np.exp(y) * (g - g.sum(dim, keepdims=True))
