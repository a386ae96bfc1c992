# law: batched
def scan(step, carry, xs):
    out = None
    for k in range(len(xs)):
        carry, y = step(carry, xs[k])
        if out is None:
            out = mg.zeros((len(xs), *y.shape), dtype=y.dtype)
        out[k] = y
    return carry, out
