# law: apart
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(mg.ones_like(X)).reshape(n, -1, *X.shape)
    return any(bool((J[i, :, j] != 0).any()) for i in range(n) for j in range(n) if i != j)
