# law: batched
def scan(step, carry, xs):
    n = xs.shape[0]
    carry, first = step(carry, xs[0])
    ys = mg.stack([first] * n)
    for k in range(1, n):
        carry, y = step(carry, xs[k])
        ys[k] = y
    return carry, ys
