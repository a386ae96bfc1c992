# law: shape law
def softmax_rule(g, y, dim):
    inner = (g * y).sum(dim)
    try:
        return y * (g - inner)
    except ValueError:
        return y * (g - np.expand_dims(inner, dim))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
