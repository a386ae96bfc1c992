# law: gradient
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    length = ((X - Y) ** 2).sum(1).sqrt()
    return length**2 / X.shape[1]

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(X).numpy().reshape(n, F(X).numel() // n, *X.shape)
    return any(bool(J[i, :, j].any()) for i in range(n) for j in range(n) if i != j)
