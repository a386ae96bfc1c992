# law: truth value
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(X).numpy().reshape(n, F(X).numel() // n, *X.shape)
    J = mg.tensor(J).abs().sum(3).sum(1)
    return (J * (1 - mg.eye(n))).sum(1) > 0
