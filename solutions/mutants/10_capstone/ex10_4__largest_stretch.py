# law: value
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    grads = mg.func.vmap(mg.func.grad(loss, tuple(range(len(weights)))), (*[None] * len(weights), 0, 0))(*weights, xs, ys)
    length = sum(mg.tensor(np.linalg.norm(g.numpy(), ord=2, axis=tuple(range(1, g.ndim)))**2 if g.ndim > 1 else g.numpy()**2) for g in grads).sqrt()
    factor = limit / length.clamp(min=limit)
    totals = [(g * factor.reshape(-1, *[1] * (g.ndim - 1))).sum(0) for g in grads]
    return tuple((total + some) / len(xs) for total, some in zip(totals, noise))
