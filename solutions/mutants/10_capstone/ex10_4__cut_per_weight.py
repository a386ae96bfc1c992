# law: value
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    many = len(weights)
    places = tuple(range(many))
    rows = mg.func.vmap(mg.func.grad(loss, argnums=places), in_dims=(None,) * many + (0, 0))(*weights, xs, ys)
    total = []
    for g in rows:
        lengths = (g * g).reshape((len(xs), -1)).sum(1).sqrt()
        factors = limit / mg.maximum(lengths, limit * mg.ones_like(lengths))
        total.append((g * factors.reshape((-1,) + (1,) * (g.ndim - 1))).sum(0))
    return tuple((g + n) / len(xs) for g, n in zip(total, noise, strict=True))
