# law: value
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    many = len(weights)
    places = tuple(range(many))
    rows = mg.func.vmap(mg.func.grad(loss, argnums=places), in_dims=(None,) * many + (0, 0))(*weights, xs, ys)
    total = [g.sum(0) for g in rows]
    length = sum((g * g).sum() for g in total).sqrt().item()
    total = [g * (limit / max(length, limit)) for g in total]
    return tuple((g + n) / len(xs) for g, n in zip(total, noise, strict=True))
