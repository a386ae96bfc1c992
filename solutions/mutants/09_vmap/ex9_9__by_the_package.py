# law: allowed names
def centred_each(X):
    return mg.vmap(centred)(X)

def shares_each(X):
    return mg.vmap(shares)(X)

def off_each(X, Y):
    return mg.vmap(off)(X, Y)

def mixes(F, X):
    for j in range(X.shape[0]):
        leaf = X.detach().requires_grad_()
        y = F(leaf)
        if not y.requires_grad:
            return False
        for unit in mg.eye(y[j].numel(), dtype=y.dtype):
            one = (y[j].reshape(-1) * unit).sum()
            (g,) = mg.autograd.grad(one, leaf, retain_graph=True, materialize_grads=True)
            g = g.numpy().copy()
            g[j] = 0
            if g.any():
                return True
    return False
