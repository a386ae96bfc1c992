# law: shares
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    if y.shape[dim] == 1:
        return g
    return g - np.exp(y) * g.sum(dim, keepdims=True)
