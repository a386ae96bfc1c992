def centred_each(X):
    return mg.stack([row - row.mean() for row in X])

def shares_each(X):
    return mg.stack([row.exp() / row.exp().sum() for row in X])

def off_each(X, Y):
    return mg.stack([((x - y) ** 2).mean() for x, y in zip(X, Y, strict=True)])

def mixes(F, X):
    J = mg.func.jacfwd(F)(X).numpy()
    n = len(X)
    J = np.moveaxis(J.reshape(n, -1, n, X.shape[1]), 2, 1).reshape(n, n, -1)
    return bool((np.abs(J).max(axis=2, initial=0.0) * (1 - np.eye(n)) > 0).any())
