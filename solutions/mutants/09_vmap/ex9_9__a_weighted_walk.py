# law: mixed
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(X).numpy().reshape(n, F(X).numel() // n, *X.shape)
    weights = np.arange(1.0, J.shape[1] + 1)[:, None]
    return any(bool((J[i, :, j] * weights).sum(0).any()) for i in range(n) for j in range(n) if i != j)
