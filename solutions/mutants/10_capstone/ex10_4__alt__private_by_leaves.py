choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    many = len(xs)
    leaves = [mg.stack([w.detach()] * many).requires_grad_(True) for w in weights]
    lost = mg.func.vmap(loss)(*leaves, xs, ys)
    gs = mg.autograd.grad(lost.sum(), leaves, allow_unused=True)
    gs = [mg.zeros_like(w) if g is None else g for g, w in zip(gs, leaves)]
    L = np.sqrt(sum((g.numpy().reshape(many, -1) ** 2).sum(1) for g in gs))
    k = np.minimum(1.0, limit / np.maximum(L, limit))
    return tuple(mg.tensor(((g.numpy() * k.reshape((many,) + (1,) * (g.ndim - 1))).sum(0) + e.numpy()) / many) for g, e in zip(gs, noise))
