# law: value
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    many = len(weights)
    places = tuple(range(many))
    rows = mg.func.vmap(mg.func.grad(loss, argnums=places), in_dims=(None,) * many + (0, 0))(*weights, xs, ys)
    squares = sum((g * g).reshape((len(xs), -1)).sum(1) for g in rows)
    lengths = squares
    factors = limit / mg.maximum(lengths, limit * mg.ones_like(lengths))
    total = [(g * factors.reshape((-1,) + (1,) * (g.ndim - 1))).sum(0) for g in rows]
    return tuple((g + n) / len(xs) for g, n in zip(total, noise, strict=True))
