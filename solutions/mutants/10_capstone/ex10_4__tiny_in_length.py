# law: value
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    weights = tuple(each.detach() for each in weights)
    many, count = len(weights), xs.shape[0]
    each = mg.func.vmap(mg.func.grad(loss, argnums=tuple(range(many))), in_dims=(None,) * many + (0, 0))
    grads = each(*weights, xs, ys)
    flat = [g.reshape(count, -1) for g in grads]
    length = sum((g * g).sum(1) for g in flat).sqrt()
    factor = limit / mg.where(length > limit, length + 1e-12, mg.tensor(float(limit), dtype=mg.float64))
    return tuple(((factor[:, None] * g).sum(0).reshape(*w.shape) + n).detach() / count
                 for g, w, n in zip(flat, weights, noise))
