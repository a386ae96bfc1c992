# law: mixed
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    for i in range(n):
        slope = mg.func.grad(lambda X: F(X)[i].sum())(X)
        if any(bool((slope[j].abs() > 1e-9).any()) for j in range(n) if j != i):
            return True
    return False
