# law: apart
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    J = mg.func.jacrev(F)(X).numpy().reshape(-1, X.numel())
    return bool((J - np.diag(np.diag(J[:, :len(J)])) if J.shape[0] == J.shape[1] else J).any())
