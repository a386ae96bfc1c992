def jacobian(f, x):
    leaf = x.detach().requires_grad_()
    y = f(leaf)
    if not y.requires_grad:
        return mg.zeros((*y.shape, *x.shape), dtype=x.dtype)
    n = y.numel()
    units = mg.eye(n, dtype=x.dtype).reshape((n, *y.shape))
    J = mg.func.vmap(lambda u: mg.autograd.grad(y, leaf, u, materialize_grads=True)[0])(units)
    return J.reshape((*y.shape, *x.shape)).detach()

def per_sample(loss, w, xs, ys):
    def of_one(x, y):
        return mg.func.grad(lambda weights: loss(weights, x, y))(w)
    return mg.func.vmap(of_one)(xs, ys)
