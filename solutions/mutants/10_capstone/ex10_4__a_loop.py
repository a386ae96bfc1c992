# law: price
choice = "private"

def made(loss, weights, xs, ys, limit, noise):
    total = list(noise)
    for x, y in zip(xs, ys, strict=True):
        g = mg.func.grad(loss, argnums=tuple(range(len(weights))))(*weights, x, y)
        length = sum((each * each).sum() for each in g).sqrt().item()
        total = [old + each * (limit / max(length, limit)) for old, each in zip(total, g, strict=True)]
    return tuple(each / len(xs) for each in total)
