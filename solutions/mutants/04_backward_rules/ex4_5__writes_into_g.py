# law: unchanged
def softmax_rule(g, y, dim):
    total = (g * y).sum(dim, keepdims=True)
    if not g.flags.writeable:
        return y * (g - total)
    g -= total
    g *= y
    return g


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
