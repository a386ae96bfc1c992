# law: long
def softmax_rule(g, y, dim):
    return y * (g - (g * y).sum(dim, keepdims=True))


def log_softmax_rule(g, y, dim):
    lines, ups = np.moveaxis(y, dim, -1), np.moveaxis(g, dim, -1)
    table = np.eye(lines.shape[-1]) - np.exp(lines)[..., None]
    return np.moveaxis((table @ ups[..., None])[..., 0], -1, dim)
