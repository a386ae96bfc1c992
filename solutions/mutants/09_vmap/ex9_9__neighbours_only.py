# law: mixed
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(X).reshape(n, -1, *X.shape)
    for i in range(n):
        for j in {(i - 1) % n, (i + 1) % n} - {i}:
            if bool((J[i, :, j] != 0).any()):
                return True
    return False
