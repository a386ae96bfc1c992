def softmax_rule(g, y, dim):
    dim = dim % y.ndim
    found = np.empty(y.shape)
    for index in np.ndindex(*y.shape[:dim], *y.shape[dim + 1:]):
        at = (*index[:dim], slice(None), *index[dim:])
        found[at] = y[at] * (g[at] - np.einsum("i,i", g[at], y[at]))
    return found

def log_softmax_rule(g, y, dim):
    dim = dim % y.ndim
    found = np.empty(y.shape)
    for index in np.ndindex(*y.shape[:dim], *y.shape[dim + 1:]):
        at = (*index[:dim], slice(None), *index[dim:])
        found[at] = g[at] - np.exp(y[at]) * sum(g[at])
    return found
