# law: apart
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    X.requires_grad_()
    try:
        value = F(X).reshape(n, -1)
        for i in range(n):
            for entry in value[i]:
                slope = mg.autograd.grad(entry, X, retain_graph=True, materialize_grads=True)[0]
                if any(bool((slope[j] != 0).any()) for j in range(n) if j != i):
                    return True
        return False
    finally:
        X.requires_grad_(False)
