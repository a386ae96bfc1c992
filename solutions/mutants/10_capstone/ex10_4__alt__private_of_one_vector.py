choice = "private"


def cut(grads, limit):
    length = sum((g**2).sum() for g in grads)
    factor = mg.where(length > limit**2, limit / mg.where(length > 0, length, mg.ones_like(length)).sqrt(), 1.0)
    return tuple(g * factor for g in grads)


def made(loss, weights, xs, ys, limit, noise):
    def of_one(x, y):
        return cut(mg.func.grad(lambda *w: loss(*w, x, y), argnums=tuple(range(len(weights))))(*weights), limit)

    each = mg.func.vmap(of_one)(xs, ys)
    return tuple((n + g.sum(0)) / xs.shape[0] for n, g in zip(noise, each, strict=True))
