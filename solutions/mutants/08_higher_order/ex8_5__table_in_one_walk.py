# law: product
def hvp(f, x, v):
    own = x.detach().requires_grad_()
    y = f(own)
    if not y.requires_grad:
        return mg.zeros_like(x)
    (g,) = mg.autograd.grad(y, own, create_graph=True, materialize_grads=True)
    if not g.requires_grad or not x.numel():
        return mg.zeros_like(x)
    units = mg.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape)
    (table,) = mg.autograd.grad(g, own, units, is_grads_batched=True, materialize_grads=True)
    return (table.reshape(x.numel(), x.numel()) @ v.reshape(-1)).reshape(x.shape)
