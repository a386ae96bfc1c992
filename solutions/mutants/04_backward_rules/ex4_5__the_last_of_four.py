# law: shares
def softmax_rule(g, y, dim):
    dim = -1 if y.ndim > 3 and dim > 2 else min(dim, 2)
    return y * (g - (g * y).sum(dim - 1 if y.ndim == 4 and dim == 2 else dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
