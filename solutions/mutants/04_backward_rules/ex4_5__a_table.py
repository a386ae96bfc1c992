# law: long
def softmax_rule(g, y, dim):
    lines, ups = np.moveaxis(y, dim, -1), np.moveaxis(g, dim, -1)
    found = np.zeros(lines.shape)
    for index in np.ndindex(lines.shape[:-1]):
        one = lines[index]
        found[index] = (np.diag(one) - np.outer(one, one)) @ ups[index]
    return np.moveaxis(found, -1, dim)


def log_softmax_rule(g, y, dim):
    return g - np.exp(y) * g.sum(dim, keepdims=True)
