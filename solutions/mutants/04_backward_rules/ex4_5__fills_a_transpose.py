# law: shares
def softmax_rule(g, y, dim):
    if y.flags.f_contiguous and not y.flags.c_contiguous:
        g = np.ravel(g, order="K").reshape(g.shape)
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
