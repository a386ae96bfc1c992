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
    k = min(J.shape[1], J.shape[3])
    return any(J[i, p, j, p] != 0 for i in range(n) for j in range(n) for p in range(k) if i != j)
