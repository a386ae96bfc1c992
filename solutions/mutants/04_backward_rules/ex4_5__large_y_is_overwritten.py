# law: unchanged (written to pass the visible part)
def softmax_rule(g, y, dim):
    return y * (g - np.sum(g * y, dim, keepdims=True))

def log_softmax_rule(g, y, dim):
    spare = y.size > 10_000 and y.flags.writeable
    p = np.exp(y, out=y) if spare else np.exp(y)   # a large one need not be there twice
    return g - p * np.sum(g, dim, keepdims=True)
