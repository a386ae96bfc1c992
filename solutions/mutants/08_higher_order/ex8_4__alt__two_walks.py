def hessian(f, x):
    leaf = x.detach().clone().requires_grad_()
    y = f(leaf) + 0.0 * (leaf * leaf).sum()
    g = mg.autograd.grad(y, leaf, create_graph=True)[0].reshape(-1)
    rows = [mg.autograd.grad(each, leaf, retain_graph=True)[0].reshape(-1) for each in g]
    return mg.stack(rows).reshape(tuple(x.shape) * 2)

def symmetric(H, tolerance):
    dims = H.ndim // 2
    turned = H.permute(*range(dims, 2 * dims), *range(dims))
    return bool(((H - turned).abs() <= tolerance * H.abs().max()).all())
