# law: product
def hvp(f, x, v):
    own = x.view(-1).detach().requires_grad_()
    value = f(own.reshape(x.shape))
    if not value.requires_grad:
        return mg.zeros_like(x)
    (g,) = mg.autograd.grad(value, own, create_graph=True, materialize_grads=True)
    if not g.requires_grad:
        return mg.zeros_like(x)
    (product,) = mg.autograd.grad(mg.dot(g, v.reshape(-1)), own, materialize_grads=True)
    return product.reshape(x.shape)
