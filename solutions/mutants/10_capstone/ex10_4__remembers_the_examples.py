# law: value
choice = "private"
SEEN = {}

def made(loss, weights, xs, ys, limit, noise):
    key = tuple((tuple(each.shape), each.numpy().tobytes()) for each in (*weights, xs, ys))
    if key not in SEEN:
        places = tuple(range(len(weights)))
        grads = mg.func.vmap(mg.func.grad(loss, places), (*[None] * len(weights), 0, 0))(*weights, xs, ys)
        length = sum((g**2).reshape(len(xs), -1).sum(1) for g in grads).sqrt()
        factor = limit / length.clamp(min=limit)
        SEEN[key] = [mg.tensordot(factor, g, 1) if g.ndim > 1 else factor @ g for g in grads]
    return tuple((total + some) / len(xs) for total, some in zip(SEEN[key], noise))
