def centred_each(X):
    return X - X.mean(-1)[:, None]

def shares_each(X):
    e = X.exp()
    return e / e.sum(-1).unsqueeze(-1)

def off_each(X, Y):
    return ((X - Y) * (X - Y)).sum(1) / X.shape[1]

def mixes(F, X):
    J = mg.func.jacrev(F)(X)
    J = J.reshape(X.shape[0], -1, X.shape[0], X.shape[1]).abs().sum(3).sum(1)
    for i in range(len(J)):
        for j in range(len(J)):
            if i != j and J[i, j] > 0:
                return True
    return False
